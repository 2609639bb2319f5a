//! Finds the sites of mutants in a source file.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Block, Expr, Signature, UnOp};

use crate::text::{Bytes, Choice, Kind, Site};
use crate::{Mutant, Place};

/// Returns the sites of the mutants that a program can select at run time, ordered by their start, outer
/// sites first.
///
/// A function whose name is in `constants` stays constant.
pub fn find(file: &syn::File, source: &str, mutants: &[Mutant], constants: &HashSet<&str>) -> Vec<Site> {
    let mut by_place: HashMap<_, Vec<&Mutant>> = HashMap::new();
    for mutant in mutants {
        by_place.entry((mutant.genre.as_str(), mutant.span.start)).or_default().push(mutant);
    }
    let mut finder = Finder { source, by_place, constants, sites: Vec::new() };
    finder.visit_file(file);
    finder.sites.sort_by_key(|site| (site.bytes.start, Reverse(site.bytes.end)));
    finder.sites
}

struct Finder<'a> {
    source: &'a str,
    by_place: HashMap<(&'a str, Place), Vec<&'a Mutant>>,
    constants: &'a HashSet<&'a str>,
    sites: Vec<Site>,
}

fn start(span: Span) -> Place {
    Place { line: span.start().line, column: span.start().column + 1 }
}

fn bytes(of: &impl Spanned) -> Bytes {
    of.span().byte_range()
}

impl Finder<'_> {
    fn choices(&self, genre: &str, span: Span) -> Vec<Choice> {
        let mutants = self.by_place.get(&(genre, start(span)));
        mutants.into_iter().flatten().map(|mutant| (mutant.number, mutant.replacement.clone())).collect()
    }

    fn add(&mut self, bytes: Bytes, kind: Kind, choices: Vec<Choice>) {
        self.sites.push(Site { bytes, kind, choices });
    }

    /// Visits a function that no constant calls.
    fn function(&mut self, signature: &Signature, block: &Block) {
        if let Some(word) = &signature.constness {
            if self.constants.contains(signature.ident.to_string().as_str()) {
                return;
            }
            self.add(bytes(word), Kind::Const, Vec::new());
        }
        if let Some(first) = block.stmts.first() {
            let choices = self.choices("FnValue", first.span());
            if !choices.is_empty() {
                let braces = block.brace_token.span;
                self.add(
                    braces.open().byte_range().end..braces.close().byte_range().start,
                    Kind::Body,
                    choices,
                );
            }
        }
        self.visit_block(block);
    }
}

/// Returns whether a condition contains a `let`, whose names are not values to compare.
fn binds_names(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(both) if matches!(both.op, BinOp::And(_)) => {
            binds_names(&both.left) || binds_names(&both.right)
        }
        _ => false,
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.function(&function.sig, &function.block);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.function(&function.sig, &function.block);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        if let Some(block) = &function.default {
            self.function(&function.sig, block);
        }
    }

    // Skips code that is evaluated at compile time, and code that is not an expression.
    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_item_enum(&mut self, _: &'ast syn::ItemEnum) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_trait_item_const(&mut self, _: &'ast syn::TraitItemConst) {}
    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}
    fn visit_expr_repeat(&mut self, repeat: &'ast syn::ExprRepeat) {
        self.visit_expr(&repeat.expr);
    }
    fn visit_type(&mut self, _: &'ast syn::Type) {}
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}
    fn visit_pat(&mut self, _: &'ast syn::Pat) {}
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}

    fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
        let choices = self.choices("BinaryOperator", binary.op.span());
        if !choices.is_empty() && !binds_names(&binary.left) && !binds_names(&binary.right) {
            let (left, right) = (bytes(&binary.left), bytes(&binary.right));
            let operator = self.source[bytes(&binary.op)].to_owned();
            let kind = match binary.op {
                BinOp::And(_) | BinOp::Or(_) => {
                    Kind::ShortCircuit { left, and: matches!(binary.op, BinOp::And(_)), right }
                }
                BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) => {
                    Kind::Comparison { left, operator, right }
                }
                _ if operator.ends_with('=') => Kind::Assignment { left, operator, right },
                _ => Kind::Operator { left, operator, right },
            };
            self.add(bytes(binary), kind, choices);
        }
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_unary(&mut self, unary: &'ast syn::ExprUnary) {
        let choices = self.choices("UnaryOperator", unary.op.span());
        if !choices.is_empty() && !matches!(unary.op, UnOp::Deref(_)) {
            let operator = self.source[bytes(&unary.op)].to_owned();
            self.add(bytes(unary), Kind::Sign { operator, operand: bytes(&unary.expr) }, choices);
        }
        visit::visit_expr_unary(self, unary);
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        let deletes = self.choices("MatchArm", arm.span());
        if let Some((_, guard)) = &arm.guard {
            let choices = self.choices("MatchArmGuard", guard.span());
            if !binds_names(guard) && (!choices.is_empty() || !deletes.is_empty()) {
                let deletes_arm = deletes.first().map(|choice| choice.0);
                self.add(bytes(&**guard), Kind::Guard { deletes_arm }, choices);
            }
        } else if !deletes.is_empty() {
            self.add(bytes(&arm.pat), Kind::Pattern, deletes);
        }
        visit::visit_arm(self, arm);
    }

    fn visit_expr_struct(&mut self, expression: &'ast syn::ExprStruct) {
        if let Some(rest) = &expression.rest {
            for field in &expression.fields {
                let choices = self.choices("StructField", field.span());
                // In the shorthand for a field, there is no value to replace.
                if let (false, syn::Member::Named(name), true) =
                    (choices.is_empty(), &field.member, field.colon_token.is_some())
                {
                    self.add(
                        bytes(&field.expr),
                        Kind::Field { name: name.to_string(), rest: bytes(&**rest) },
                        choices,
                    );
                }
            }
        }
        visit::visit_expr_struct(self, expression);
    }
}
