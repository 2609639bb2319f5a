//! The machine and build of a measurement.

use std::process::Command;

use serde::{Deserialize, Serialize};

use crate::roster::Roster;

/// The machine and the build, for the head of every report.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Machine {
    /// The name of the CPU and, on x86, its family, model and stepping, because names in clouds are
    /// unspecific.
    pub cpu: String,
    /// The operating system and architecture.
    pub platform: String,
    /// The levels of this CPU, best first.
    pub levels: Vec<String>,
    /// The level that quadline's run-time dispatch uses.
    pub active_level: String,
    /// The version of rustc in PATH, which under cargo is the one that built this program.
    pub rustc: String,
}

impl Machine {
    /// Detects this machine.
    pub fn detect(roster: &Roster) -> Self {
        Self {
            cpu: cpu(),
            platform: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            levels: roster.levels.iter().map(ToString::to_string).collect(),
            active_level: quadline::level::active().into(),
            rustc: rustc(),
        }
    }

    /// Returns a name for files: the name of the CPU in lower case, without its stepping. A build for the
    /// native CPU has a file of its own, because it changes the peers.
    pub fn slug(&self) -> String {
        let name = self.cpu.replace("(R)", "").replace("(TM)", "");
        let name = name.split(", stepping").next().unwrap_or_default().to_lowercase();
        let words =
            name.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        // On Arm, every build fixes the level.
        let own =
            quadline_kernels::level::fixed().filter(|_| cfg!(target_feature = "sse2")).map(|_| "native");
        words.chain(own).collect::<Vec<_>>().join("-")
    }
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
fn cpu() -> String {
    let cpuid = raw_cpuid::CpuId::new();
    let brand = cpuid.get_processor_brand_string();
    let name = brand.as_ref().map_or("unnamed x86 CPU", |brand| brand.as_str().trim());
    match cpuid.get_feature_info() {
        Some(info) => format!(
            "{name} (family {}, model {}, stepping {})",
            info.family_id(),
            info.model_id(),
            info.stepping_id()
        ),
        None => name.into(),
    }
}

#[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
fn cpu() -> String {
    // Linux and macOS; on other systems the architecture is used.
    let cpuinfo = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let named = cpuinfo.lines().find(|line| line.starts_with("model name") || line.starts_with("CPU part"));
    let sysctl = || Command::new("sysctl").args(["-n", "machdep.cpu.brand_string"]).output().ok();
    match named {
        Some(line) => line.replace('\t', ""),
        None => sysctl()
            .filter(|output| output.status.success())
            .map(|output| String::from_utf8_lossy(&output.stdout).trim().into())
            .unwrap_or_else(|| format!("unnamed {} CPU", std::env::consts::ARCH)),
    }
}

fn rustc() -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    match Command::new(rustc).arg("--version").output() {
        Ok(output) if output.status.success() => String::from_utf8_lossy(&output.stdout).trim().into(),
        _ => "unknown rustc".into(),
    }
}
