//! The plot of perft: a group of bars for each position, with a bar for each generator.

use std::path::{Path, PathBuf};

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::Report;
use crate::BenchError;
use crate::plot::{INK, LOOK_UP as PEERS, OURS, text};

impl Report {
    /// Draws `perft.svg` in a folder.
    pub fn draw(&self, folder: &Path) -> Result<PathBuf, BenchError> {
        let file = folder.join("perft.svg");
        std::fs::create_dir_all(folder).map_err(BenchError::of_file(folder))?;
        bars(self, &file).map_err(|error| BenchError::Drawing(error.to_string()))?;
        Ok(file)
    }
}

fn bars(report: &Report, file: &Path) -> Result<(), Box<dyn core::error::Error>> {
    let (generators, positions) = (report.generators(), report.positions());
    let largest = report.rows.iter().map(|row| row.million_nodes_per_second).fold(1.0, f64::max);
    let (line, head, left, panel_width) = (22, 84, 120, 420);
    let panel_height = line * generators.len() as i32 + 44;
    let lines_of_panels = positions.len().div_ceil(2) as i32;
    let size = ((left + panel_width) as u32 * 2 + 40, (head + lines_of_panels * panel_height) as u32);
    let root = SVGBackend::new(file, size).into_drawing_area();
    root.fill(&WHITE)?;
    let title =
        format!("Perft: million nodes per second, one thread, bulk counting (times {})", report.reference);
    root.draw(&Text::new(title, (24, 24), text(22, INK, HPos::Left)))?;
    let built = format!("{}{}", report.build, report.external());
    let subtitle = format!("{}; {}; built for {built}", report.machine.cpu, report.machine.rustc);
    root.draw(&Text::new(subtitle, (24, 52), text(14, INK, HPos::Left)))?;
    for (number, &(position, depth)) in positions.iter().enumerate() {
        let number = number as i32;
        let x = 20 + left + number % 2 * (left + panel_width);
        let y = head + number / 2 * panel_height;
        root.draw(&Text::new(format!("{position}, depth {depth}"), (x, y + 10), text(17, INK, HPos::Left)))?;
        for (place, generator) in generators.iter().enumerate() {
            let Some(row) = report.row(generator, position) else { continue };
            let top = y + 24 + line * place as i32;
            let width = (f64::from(panel_width - 130) * row.million_nodes_per_second / largest) as i32;
            let colour = if row.quadline { OURS } else { PEERS };
            root.draw(&Text::new(*generator, (x - 8, top + line / 2), text(14, INK, HPos::Right)))?;
            root.draw(&Rectangle::new([(x, top + 3), (x + width, top + line - 3)], colour.filled()))?;
            let label = format!("{:.0} ({:.2})", row.million_nodes_per_second, row.ratio);
            root.draw(&Text::new(label, (x + width + 6, top + line / 2), text(13, INK, HPos::Left)))?;
        }
    }
    root.present()?;
    Ok(())
}
