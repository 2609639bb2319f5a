//! Plots of the measurements.

use std::path::{Path, PathBuf};

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::BenchError;
use crate::report::{Report, Row};
use crate::roster::{Call, Contestant, Origin};
use crate::shapes::{BATCH_LENGTHS, Shape};

// Colors that can also be distinguished with color vision deficiency (after Okabe and Ito).
pub(crate) const OURS: RGBColor = RGBColor(0, 84, 147);
pub(crate) const LOOK_UP: RGBColor = RGBColor(230, 159, 0);
const COMPUTED: RGBColor = RGBColor(150, 150, 150);
pub(crate) const INK: RGBColor = RGBColor(40, 40, 40);
const FAINT: RGBColor = RGBColor(215, 215, 215);
/// One color per level in the length curve, best level first.
const LEVELS: [RGBColor; 8] = [
    RGBColor(0, 84, 147),
    RGBColor(0, 140, 160),
    RGBColor(0, 158, 115),
    RGBColor(110, 160, 30),
    RGBColor(204, 121, 167),
    RGBColor(150, 80, 160),
    RGBColor(120, 90, 70),
    RGBColor(90, 90, 90),
];
const FONT: &str = "sans-serif";
/// Tables of this size exceed the L1 cache; peers with such tables are lookups.
const LOOK_UP_BYTES: usize = 64 * 1024;

/// Returns whether the plots show a contestant at a shape. Single calls do not depend on the batch's length,
/// so one shape is enough.
pub fn shows(shape: Shape, contestant: &Contestant) -> bool {
    let label = &contestant.label;
    !label.origin.is_alternative()
        && match shape {
            Shape::Batch(length) => label.call == Call::Batch || length == BATCH_LENGTHS[0],
            _ => true,
        }
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Draws speed by batch length if the report has data for it, and returns the written file.
pub fn draw(report: &Report, folder: &Path) -> Result<Option<PathBuf>, BenchError> {
    if !BATCH_LENGTHS.iter().any(|&length| rows(report, Shape::Batch(length)).next().is_some()) {
        return Ok(None);
    }
    std::fs::create_dir_all(folder).map_err(BenchError::of_file(folder))?;
    let file = folder.join("speed-by-batch-length.svg");
    by_length(report, &file).map_err(|error| BenchError::Drawing(error.to_string()))?;
    Ok(Some(file))
}

/// Returns the rows that a plot shows for a shape: the defaults of the levels, and the peers. The free
/// functions are those of the best level.
fn rows(report: &Report, shape: Shape) -> impl Iterator<Item = &Row> {
    let name = shape.to_string();
    report.rows.iter().filter(move |row| {
        let origin = &row.label.origin;
        row.shape == name && *origin != Origin::Public && !origin.is_alternative()
    })
}

/// Returns the color of a peer.
fn colour(row: &Row) -> RGBColor {
    let is_lookup = row.label.table_bytes.is_some_and(|bytes| bytes >= LOOK_UP_BYTES);
    if is_lookup { LOOK_UP } else { COMPUTED }
}

pub(crate) fn text(size: u32, colour: RGBColor, horizontal: HPos) -> TextStyle<'static> {
    (FONT, size).into_font().color(&colour).pos(Pos::new(horizontal, VPos::Center))
}

/// Returns the level or the peer.
fn group(row: &Row) -> &str {
    row.label.origin.level().unwrap_or(&row.label.name)
}

fn draw_head(root: &Area<'_>, title: &str, report: &Report) -> Result<(), Box<dyn core::error::Error>> {
    root.draw(&Text::new(title, (24, 24), text(22, INK, HPos::Left)))?;
    let subtitle = format!("{}; {}", report.machine.cpu, report.machine.rustc);
    root.draw(&Text::new(subtitle, (24, 50), text(14, INK, HPos::Left)))?;
    Ok(())
}

/// Draws a line over the batch length per level. Contestants without batches are horizontal.
fn by_length(report: &Report, file: &Path) -> Result<(), Box<dyn core::error::Error>> {
    let lengths: Vec<usize> = BATCH_LENGTHS
        .into_iter()
        .filter(|&length| rows(report, Shape::Batch(length)).any(|row| row.label.call == Call::Batch))
        .collect();
    let of_calls = |call| {
        let shapes = BATCH_LENGTHS.map(Shape::Batch);
        shapes
            .into_iter()
            .flat_map(move |shape| rows(report, shape))
            .filter(move |row| row.label.call == call)
    };
    let ratios = || of_calls(Call::Single).chain(of_calls(Call::Batch)).map(|row| row.ratio);
    let smallest = ratios().fold(1.0, f64::min) / 1.15;
    let largest = ratios().fold(1.0, f64::max) * 1.15;
    let (width, height, head) = (1120, 760, 70);
    let root = SVGBackend::new(file, (width, height)).into_drawing_area();
    root.fill(&WHITE)?;
    draw_head(
        &root,
        &format!("Queen attacks: speed relative to {} = 1, by batch length", report.reference),
        report,
    )?;
    let (_, body) = root.split_vertically(head);
    let (left, labels) = (70, 270);
    let (plot, names) = body.split_horizontally(width - labels);
    let first = lengths.first().copied().unwrap_or(1) as f64;
    let last = lengths.last().copied().unwrap_or(1).max(2) as f64;
    let mut chart = ChartBuilder::on(&plot)
        .margin_top(10)
        .margin_left(14)
        .x_label_area_size(54)
        .y_label_area_size(left)
        .build_cartesian_2d((first..last).log_scale().base(2.0), (smallest..largest).log_scale().base(2.0))?;
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .bold_line_style(FAINT)
        .axis_style(INK)
        .x_labels(13)
        .x_label_formatter(&|length| format!("{length:.0}"))
        .y_label_formatter(&|ratio| format!("{ratio}"))
        .x_desc("sliders per call")
        .y_desc("speed, both axes logarithmic")
        .label_style((FONT, 15).into_font().color(&INK))
        .draw()?;
    // The labels on the right: the end of each line, its name and its color.
    let mut ends = Vec::new();
    for row in of_calls(Call::Single) {
        let colour = match row.label.origin.level() {
            Some(level) => level_colour(report, level),
            None => colour(row),
        };
        let points = [(first, row.ratio), (last, row.ratio)];
        if row.label.origin.level().is_some() {
            chart.draw_series(DashedLineSeries::new(points, 5, 5, colour.stroke_width(1)))?;
        } else {
            let width = if row.label.name == report.reference { 2 } else { 1 };
            chart.draw_series(LineSeries::new(points, colour.stroke_width(width)))?;
        }
        let kind = if row.label.origin.level().is_some() { ", single calls" } else { "" };
        ends.push((row.ratio, format!("{}{kind}", group(row)), colour));
    }
    for level in &report.machine.levels {
        let curve: Vec<(f64, f64)> = lengths
            .iter()
            .flat_map(|&length| rows(report, Shape::Batch(length)).map(move |row| (length as f64, row)))
            .filter(|(_, row)| {
                row.label.call == Call::Batch && row.label.origin.level() == Some(level.as_str())
            })
            .map(|(length, row)| (length, row.ratio))
            .collect();
        let colour = level_colour(report, level);
        chart.draw_series(LineSeries::new(curve.iter().copied(), colour.stroke_width(3)))?;
        chart.draw_series(curve.iter().map(|&point| Circle::new(point, 3, colour.filled())))?;
        if let Some(&(_, ratio)) = curve.last() {
            ends.push((ratio, format!("{level}, batch"), colour));
        }
    }
    let heights = ends.iter().map(|(ratio, ..)| chart.backend_coord(&(last, *ratio)).1 - head as i32);
    let heights = apart(heights.collect(), 17, 10, (height - head) as i32 - 10);
    for ((ratio, name, colour), label) in ends.into_iter().zip(heights) {
        let end = chart.backend_coord(&(last, ratio)).1 - head as i32;
        names.draw(&PathElement::new(vec![(2, end), (22, label)], colour))?;
        let name = format!("{name}  {ratio:.2}");
        names.draw(&Text::new(name, (28, label), text(15, colour, HPos::Left)))?;
    }
    root.present()?;
    Ok(())
}

fn level_colour(report: &Report, level: &str) -> RGBColor {
    let place = report.machine.levels.iter().position(|name| name == level).unwrap_or(0);
    LEVELS[place % LEVELS.len()]
}

/// Moves the wanted heights so that any two are at least `distance` apart and all are between `top` and
/// `bottom`.
fn apart(wanted: Vec<i32>, distance: i32, top: i32, bottom: i32) -> Vec<i32> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by_key(|&label| wanted[label]);
    let mut heights = wanted;
    let mut free = top;
    for &label in &order {
        heights[label] = heights[label].max(free);
        free = heights[label] + distance;
    }
    let mut free = bottom;
    for &label in order.iter().rev() {
        heights[label] = heights[label].min(free);
        free = heights[label] - distance;
    }
    heights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_do_not_cover_each_other() {
        assert_eq!(apart(vec![50, 10, 90], 10, 0, 100), [50, 10, 90]);
        assert_eq!(apart(vec![50, 51, 52], 10, 0, 100), [50, 60, 70]);
        assert_eq!(apart(vec![95, 99, 100], 10, 0, 100), [80, 90, 100]);
    }
}
