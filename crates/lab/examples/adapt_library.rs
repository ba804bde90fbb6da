//! Tunes the library of the agent that adapts and prints its file,
//! `crates/lab/src/adapt/library.toml`.
//!
//! ```sh
//! cargo run --release -p tetrarium-lab --example adapt_library -- 16 40 4000 > library.toml
//! ```
//!
//! The arguments are the vectors of a generation, the generations, and the steps of a vector.

use tetrarium_lab::adapt::{Form, Settings, library_entry};
use tetrarium_lab::{Threads, Watch};

/// The head of the file.
const HEAD: &str = r#"# The controllers that the agent that adapts begins with, by the width of the board, the rows that
# it is higher than wide, and the exponent of the points. The example `adapt_library` makes this
# file: CMA-ES from the weights of bcts, uniform pieces.
features = [
    "landing-height", "eroded-piece-cells", "row-transitions", "column-transitions", "holes",
    "cumulative-wells", "hole-depth", "rows-with-holes", "pattern-diversity",
    "removed-lines", "points", "last-column",
]
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Result<Vec<u64>, _> = std::env::args().skip(1).map(|one| one.parse()).collect();
    let &[population, generations, candidate_steps] = &arguments?[..] else {
        return Err("three numbers were expected: population, generations, steps".into());
    };
    let settings = Settings {
        population,
        generations,
        candidate_steps,
        ..Settings::new(Form::Library)
    };
    print!("{HEAD}");
    let watch = Watch::default();
    for width in [6, 9, 12] {
        for extra in [10, 16] {
            for exponent in [1.15, 1.5, 1.85] {
                let place = (width, extra, exponent);
                let entry = library_entry(place, &settings, Threads::default().0, &watch)?;
                let entry = entry.expect("nothing ends the watch");
                let weights = entry.weights.iter().map(|weight| format!("{weight:.3}"));
                let weights = weights.collect::<Vec<_>>().join(", ");
                println!("\n[[entry]]\nwidth = {width}\nextra = {extra}\nexponent = {exponent}");
                println!("weights = [{weights}]");
            }
        }
    }
    Ok(())
}
