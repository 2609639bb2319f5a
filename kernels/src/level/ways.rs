//! How the levels with vectors do what these have no instruction for.

use super::token::{Avx2, Avx2Gfni, Avx512, Avx512Vbmi};
use crate::lanes::avx2::{Avx2Level, Shuffles};
use crate::lanes::avx2_gfni::Affine;
use crate::lanes::avx512::{Avx512Level, LeadingZeros};

impl Avx2Level for Avx2 {
    type Way = Shuffles;
}

impl Avx2Level for Avx2Gfni {
    type Way = Affine;
}

impl Avx2Level for Avx512 {
    type Way = LeadingZeros<Shuffles>;
}

impl Avx512Level for Avx512 {
    type WideWay = Shuffles;
}

impl Avx2Level for Avx512Vbmi {
    type Way = LeadingZeros<Affine>;
}

impl Avx512Level for Avx512Vbmi {
    type WideWay = Affine;
}
