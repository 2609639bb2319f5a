//! Generates the text of the sites where a mutant can be selected.

use std::ops::Range;

/// A range of bytes in the source.
pub type Bytes = Range<usize>;

/// A mutant of a site: its number and its replacement.
pub type Choice = (usize, String);

/// A site in the source with its mutants.
pub struct Site {
    pub bytes: Bytes,
    pub kind: Kind,
    pub choices: Vec<Choice>,
}

/// The kind of code at a site.
pub enum Kind {
    /// The word `const` of a function that no constant calls.
    Const,
    /// `left operator right`, with operands by value.
    Operator { left: Bytes, operator: String, right: Bytes },
    /// `left operator right`, with operands by reference.
    Comparison { left: Bytes, operator: String, right: Bytes },
    /// `&&` or `||`, whose right side is not always evaluated.
    ShortCircuit { left: Bytes, and: bool, right: Bytes },
    /// `left operator right`, which assigns to the left side.
    Assignment { left: Bytes, operator: String, right: Bytes },
    /// `!` or `-`, which a mutant omits.
    Sign { operator: String, operand: Bytes },
    /// The body of a function, which a mutant does not execute.
    Body,
    /// The pattern of an arm without a guard, which a mutant does not take.
    Pattern,
    /// The condition of a guard.
    Guard { deletes_arm: Option<usize> },
    /// The value of a field, which a mutant takes from the base expression.
    Field { name: String, rest: Bytes },
}

const CHOSEN: &str = "crate::chosen_mutant::number()";

impl Site {
    /// Writes the arms of a `match` on the selected number: those of the mutants, and the original code.
    fn arms(&self, own: &str, mutant: impl Fn(&str) -> String) -> String {
        let arms: String = self
            .choices
            .iter()
            .map(|(number, with)| format!("/*<{number}*/{number} => {},/*{number}>*/ ", mutant(with)))
            .collect();
        format!("match {CHOSEN} {{ {arms}_ => {own} }}")
    }

    /// Writes a condition that is true if a mutant of the site is selected.
    fn is_chosen(&self) -> String {
        let numbers: Vec<_> = self.choices.iter().map(|(number, _)| number.to_string()).collect();
        format!("matches!({CHOSEN}, {})", numbers.join(" | "))
    }

    /// Returns the text of the site. `of` returns the text of a part of it, with the sites inside.
    fn text(&self, of: &dyn Fn(&Bytes) -> String) -> String {
        match &self.kind {
            Kind::Const => String::new(),
            Kind::Operator { left, operator, right } => {
                let arms = self.arms(&format!("a {operator} b"), |with| format!("a {with} b"));
                format!("(match ({}, {}) {{ (a, b) => {arms} }})", of(left), of(right))
            }
            Kind::Comparison { left, operator, right } => {
                let arms = self.arms(&format!("*a {operator} *b"), |with| format!("*a {with} *b"));
                format!("(match (&({}), &({})) {{ (a, b) => {arms} }})", of(left), of(right))
            }
            Kind::ShortCircuit { left, and, right } => {
                let goes_on = if *and { "!=" } else { "==" };
                format!(
                    "(match ({}) {{ a => if a {goes_on} {} {{ {} }} else {{ a }} }})",
                    of(left),
                    self.is_chosen(),
                    of(right)
                )
            }
            Kind::Assignment { left, operator, right } => {
                let arms = self.arms(&format!("*a {operator} b"), |with| format!("*a {with} b"));
                format!("(match ({}) {{ b => match &mut ({}) {{ a => {arms} }} }})", of(right), of(left))
            }
            Kind::Sign { operator, operand } => {
                format!(
                    "(match ({}) {{ a => {} }})",
                    of(operand),
                    self.arms(&format!("{operator}a"), |_| "a".into())
                )
            }
            Kind::Body => {
                let returns = |(number, with): &Choice| {
                    format!("/*<{number}*/if {CHOSEN} == {number} {{ return {with}; }}/*{number}>*/ ")
                };
                self.choices.iter().map(returns).chain([of(&self.bytes)]).collect()
            }
            Kind::Pattern => format!("{} if !{}", of(&self.bytes), self.is_chosen()),
            Kind::Guard { deletes_arm } => {
                let arm = deletes_arm.map(|number| format!("{CHOSEN} != {number} && ")).unwrap_or_default();
                format!("{arm}({})", self.arms(&of(&self.bytes), str::to_owned))
            }
            Kind::Field { name, rest } => self.arms(&of(&self.bytes), |_| format!("({}).{name}", of(rest))),
        }
    }
}

/// Returns the source with all sites, and the numbers of their mutants.
pub fn with_mutants(source: &str, sites: &[Site]) -> (String, Vec<String>) {
    (part(source, sites, &(0..source.len()), None), sites.iter().flat_map(numbers).collect())
}

fn numbers(site: &Site) -> Vec<String> {
    let of_arm = if let Kind::Guard { deletes_arm } = site.kind { deletes_arm } else { None };
    site.choices.iter().map(|choice| choice.0).chain(of_arm).map(|number| number.to_string()).collect()
}

/// Returns a part of the source with the sites inside, except the site that it belongs to.
fn part(source: &str, sites: &[Site], bytes: &Bytes, inside: Option<usize>) -> String {
    let mut text = String::new();
    let mut at = bytes.start;
    // Sites are ordered by their start, outer sites first: a site that starts before the end of the last one
    // is inside of it.
    for (index, site) in sites.iter().enumerate().skip(inside.map_or(0, |index| index + 1)) {
        if site.bytes.start >= at && site.bytes.end <= bytes.end {
            text += &source[at..site.bytes.start];
            let with_mutants = site.text(&|bytes| part(source, sites, bytes, Some(index)));
            text += &format!("/*[{}*/{with_mutants}/*]*/", numbers(site).join(","));
            at = site.bytes.end;
        }
    }
    text + &source[at..bytes.end]
}
