//! The list of published results.

use tetrarium_engine::{Controller, Piece, Reported, Rules, RulesError, catalogue};

use super::learnt::learnt;
use super::published::{Published, Work};
use super::searched::searched;

/// The tables, with what they are.
pub static TABLES: [(&str, &str); 14] = [
    (
        "thiery",
        "Thiery & Scherrer 2009, §3.3 and §4: Dellacherie under several rules, bcts",
    ),
    (
        "thiery-5.1",
        "Thiery & Scherrer 2009, §5.1: the best play on 5x5, by exact value iteration",
    ),
    (
        "jmlr",
        "Scherrer et al. 2015, table 2: four controllers on 10x10 and 10x20",
    ),
    (
        "thesis-2.2",
        "Amundsen 2014, table 2.2: related work and its scores",
    ),
    (
        "thesis-2.3",
        "Amundsen 2014, table 2.3: placements of a piece on an empty board, 10 wide",
    ),
    (
        "figure-2.4",
        "Amundsen 2014, figure 2.4: Dellacherie over board heights",
    ),
    (
        "figure-2.5",
        "Amundsen 2014, figure 2.5: the histogram of 500 games of bcts, here on a small board",
    ),
    (
        "thesis-4.2",
        "Amundsen 2014, table 4.2: every evolved vector",
    ),
    (
        "thesis-4.3",
        "Amundsen 2014, table 4.3: free choice of features",
    ),
    ("boehm", "Böhm et al. 2005, §4.2: two games"),
    (
        "students",
        "Agent 06 in three ways of playing; the other report's players, and its sequences of one shape",
    ),
    ("fahey", "Fahey 2003: the other players of his program"),
    (
        "learning",
        "methods that learn from moves, trained again under several seeds",
    ),
    (
        "searching",
        "searches for weights: Agent 06's and the other report's features, luck of elites, composed features",
    ),
];

/// The published results that can be measured again, and of the tables also what cannot, in the
/// order of the tables.
///
/// ```
/// use tetrarium_lab::reproduce::{TABLES, published};
/// let all = published().unwrap();
/// assert!(all.len() > 60);
/// assert!(TABLES.iter().all(|(table, _)| all.iter().any(|result| result.table == *table)));
/// ```
///
/// # Errors
///
/// If the rules of a figure contradict themselves: a fault of the catalogue.
pub fn published() -> Result<Vec<Published>, RulesError> {
    let mut all = Vec::new();
    for controller in catalogue::all() {
        for figure in &controller.reported {
            if let Some(table) = table_of(controller, figure) {
                all.push(of_catalogue(table, controller, figure)?);
            }
        }
    }
    all.push(best_of_five()?);
    all.extend(related_work()?);
    all.extend(learnt());
    all.extend(searched());
    all.extend(counted_placements());
    all.extend(over_heights()?);
    all.push(histogram()?);
    all.extend(without_figure()?);
    all.extend(of_one_shape()?);
    let place = |table: &str| TABLES.iter().position(|(name, _)| *name == table);
    all.sort_by_key(|result| place(result.table));
    Ok(all)
}

/// The best play on the board that Thiery & Scherrer solved by value iteration.
fn best_of_five() -> Result<Published, RulesError> {
    let mut rules = Rules::default();
    rules.set("board", "5x5")?;
    Ok(Published {
        table: "thiery-5.1",
        label: "optimum 5x5".to_string(),
        work: Work::Solved(Box::new(rules)),
        reported: Some(Reported {
            lines: 13.7,
            games: None,
            interval: None,
            text: None,
            board: None,
            rules: Default::default(),
            source: "Thiery & Scherrer 2009, Building controllers for Tetris, §5.1".to_string(),
        }),
        claim: "",
    })
}

/// What a controller's authors report.
fn of_catalogue(
    table: &'static str,
    controller: &Controller,
    figure: &Reported,
) -> Result<Published, RulesError> {
    let mut rules = controller.rules_over(&Rules::default())?;
    if let Some(board) = &figure.board {
        rules.set("board", board)?;
    }
    for (setting, value) in &figure.rules {
        let text = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_string);
        rules.set(setting, &text)?;
    }
    Ok(Published {
        table,
        label: label_of(controller, &rules, figure),
        work: mean(controller, rules),
        reported: Some(figure.clone()),
        claim: "",
    })
}

fn mean(controller: &Controller, rules: Rules) -> Work {
    Work::Mean(Box::new((controller.clone(), rules)))
}

/// The table a figure of the catalogue belongs to; none for what table 2.2 of the thesis lists, and
/// for this project's own.
fn table_of(controller: &Controller, figure: &Reported) -> Option<&'static str> {
    let (name, source) = (controller.name.as_str(), figure.source.as_str());
    Some(match name {
        "amundsen-free" | "amundsen-free-as-run" => "thesis-4.3",
        _ if name.starts_with("amundsen") => "thesis-4.2",
        _ if name.starts_with("boehm") => "boehm",
        _ if name.starts_with("agent-06") || name.starts_with("feature-set") || name == "fit" => {
            "students"
        }
        _ if source.starts_with("Scherrer et al. 2015") => "jmlr",
        "dellacherie" | "bcts" => "thiery",
        "xtris-fahey" | "fahey-one-piece" => "fahey",
        _ => return None,
    })
}

fn label_of(controller: &Controller, rules: &Rules, figure: &Reported) -> String {
    let mut label = format!("{} {}", controller.name, rules.board);
    let mut differing: Vec<String> = figure
        .rules
        .keys()
        .filter_map(|setting| Some(format!("{setting} {}", rules.get(setting)?)))
        .collect();
    differing.sort();
    for setting in differing {
        label += &format!(" {setting}");
    }
    // Two authors may report the same thing.
    if figure.source.starts_with("Amundsen") && !controller.name.starts_with("amundsen") {
        label += " (Amundsen)";
    }
    label
}

/// Table 2.2 in its order: who, the score printed there, and who of the catalogue that is.
const RELATED_WORK: [(&str, Option<f64>, Option<&str>); 15] = [
    ("Lippmann et al. 1993", None, None),
    ("Tsitsiklis & van Roy 1996", Some(31.0), None),
    ("Bertsekas & Tsitsiklis 1996", Some(3200.0), None),
    ("Kakade 2001", Some(6800.0), None),
    ("Lagoudakis et al. 2002", Some(1000.0), Some("lspi")),
    ("Dellacherie 2003", Some(650_000.0), Some("dellacherie")),
    ("Fahey 2003", Some(7_200_000.0), Some("fahey")),
    ("Ramon & Driessens 2004", Some(50.0), None),
    ("Llima 2005", Some(50_000.0), Some("xtris")),
    ("Böhm et al. 2005", None, None),
    ("Farias & van Roy 2006", Some(4700.0), None),
    ("Szita & Lőrincz 2006", Some(350_000.0), None),
    ("Thiery & Scherrer 2009", Some(35_000_000.0), Some("bcts")),
    ("Langenhoven 2010", Some(275_000.0), None),
    ("Scherrer 2013", Some(4000.0), None),
];

/// Who of table 2.2 printed no weights, the experiment that trains such a controller, and its moves
/// if they are not those of the experiment.
const TRAINED: [(&str, &str, Option<u64>); 9] = [
    ("Lippmann et al. 1993", "preference-learning-lippmann", None),
    (
        "Tsitsiklis & van Roy 1996",
        "value-iteration-tsitsiklis",
        None,
    ),
    (
        "Bertsekas & Tsitsiklis 1996",
        "lambda-policy-iteration-bertsekas",
        None,
    ),
    ("Kakade 2001", "natural-policy-gradient-kakade", None),
    (
        "Ramon & Driessens 2004",
        "gaussian-process-q-learning-ramon",
        None,
    ),
    (
        "Farias & van Roy 2006",
        "approximate-linear-programming-farias",
        None,
    ),
    // As many moves as make two minutes on two cores; the swarm has no budget of its own paper.
    (
        "Szita & Lőrincz 2006",
        "cross-entropy-szita",
        Some(500_000_000),
    ),
    (
        "Langenhoven 2010",
        "particle-swarm-langenhoven",
        Some(500_000_000),
    ),
    ("Scherrer 2013", "lambda-policy-iteration-scherrer", None),
];

fn related_work() -> Result<Vec<Published>, RulesError> {
    let mut all = Vec::new();
    for (who, lines, name) in RELATED_WORK {
        let known = catalogue::all()
            .iter()
            .find(|c| Some(c.name.as_str()) == name);
        let (label, work) = match known {
            Some(controller) => {
                let mut rules = controller.rules_over(&Rules::default())?;
                if matches!(who, "Dellacherie 2003" | "Fahey 2003") {
                    rules.set("game", "original")?;
                }
                if who == "Dellacherie 2003" {
                    rules.set("ties", "dellacherie")?;
                }
                (
                    format!("{who}: {}", controller.name),
                    mean(controller, rules),
                )
            }
            None => {
                let mut trained = TRAINED.iter();
                match trained.find(|(trained, ..)| *trained == who) {
                    Some((_, experiment, moves)) => {
                        let label = format!("{who}: {experiment}");
                        (label, Work::Training(experiment, *moves))
                    }
                    None => (who.to_string(), Work::Unknown),
                }
            }
        };
        all.push(Published {
            table: "thesis-2.2",
            label,
            work,
            reported: lines.map(|lines| {
                let (games, text) = match who {
                    "Fahey 2003" => (Some(1), Some("one game")),
                    // The games are those of Thiery & Scherrer 2009, §2.1 and §4.
                    "Dellacherie 2003" => (Some(56), None),
                    "Thiery & Scherrer 2009" => (Some(100), None),
                    "Lagoudakis et al. 2002" => (None, Some("to 3,000")),
                    _ => (None, None),
                };
                Reported {
                    lines,
                    games,
                    interval: None,
                    text: text.map(str::to_string),
                    board: None,
                    rules: Default::default(),
                    source: "Amundsen 2014 (master's thesis, NTNU), table 2.2".to_string(),
                }
            }),
            claim: if who.starts_with("Böhm") {
                "no mean; see the two games below"
            } else {
                "no score"
            },
        });
    }
    Ok(all)
}

fn counted_placements() -> Vec<Published> {
    let pieces = [
        (Some(Piece::O), 9.0),
        (Some(Piece::I), 17.0),
        (Some(Piece::S), 17.0),
        (Some(Piece::Z), 17.0),
        (Some(Piece::J), 34.0),
        (Some(Piece::L), 34.0),
        (Some(Piece::T), 34.0),
        (None, 23.14),
    ];
    let row = |(piece, count): (Option<Piece>, f64)| Published {
        table: "thesis-2.3",
        label: piece.map_or("average".to_string(), |piece| piece.letter().to_string()),
        work: Work::Placements(piece, 10),
        reported: Some(Reported {
            lines: count,
            games: None,
            interval: None,
            text: None,
            board: None,
            rules: Default::default(),
            source: "Amundsen 2014 (master's thesis, NTNU), table 2.3".to_string(),
        }),
        claim: "",
    };
    pieces.into_iter().map(row).collect()
}

/// Dellacherie on boards of 8 to 20 rows.
fn over_heights() -> Result<Vec<Published>, RulesError> {
    let mut all = Vec::new();
    for controller in catalogue::all().iter().filter(|c| c.name == "dellacherie") {
        for height in (8..=20).step_by(2) {
            let mut rules = Rules::default();
            rules.set("board", &format!("10x{height}"))?;
            all.push(Published {
                table: "figure-2.4",
                label: format!("dellacherie 10x{height}"),
                work: mean(controller, rules),
                reported: None,
                claim: "a curve without numbers",
            });
        }
    }
    Ok(all)
}

/// The law is the same on every board that is not too low, and on 10×10 the games take seconds.
fn histogram() -> Result<Published, RulesError> {
    let mut rules = Rules::default();
    rules.set("board", "10x10")?;
    let bcts = catalogue::all().iter().find(|c| c.name == "bcts");
    Ok(Published {
        table: "figure-2.5",
        label: "bcts 10x10".to_string(),
        work: bcts.map_or(Work::Unknown, |bcts| {
            Work::Law(Box::new((bcts.clone(), rules)), 500)
        }),
        reported: None,
        claim: "a geometric law, by its look",
    })
}

/// Agent 06's third way of playing: no game ended in 21 hours, so no figure is reported.
fn without_figure() -> Result<Vec<Published>, RulesError> {
    let players = catalogue::all().iter();
    players
        .filter(|controller| controller.name == "agent-06-expectimax")
        .map(|controller| {
            let rules = controller.rules_over(&Rules::default())?;
            Ok(Published {
                table: "students",
                label: format!("{} {}", controller.name, rules.board),
                work: mean(controller, rules),
                reported: None,
                claim: "no game ended in 21 hours",
            })
        })
        .collect()
}

/// The student report's "pathological inputs": one shape for ever. It says about 120 rows for L, 60
/// for its mirror image, 20 for T, and no end for the others.
fn of_one_shape() -> Result<Vec<Published>, RulesError> {
    let mut all = Vec::new();
    let players = catalogue::all().iter();
    for controller in players.filter(|c| c.name == "feature-set-4-exchanged") {
        for (piece, lines) in [
            ("L", Some(120.0)),
            ("J", Some(60.0)),
            ("T", Some(20.0)),
            ("I", None),
            ("O", None),
            ("S", None),
            ("Z", None),
        ] {
            let mut rules = controller.rules_over(&Rules::default())?;
            rules.set("pieces", &format!("only:{piece}"))?;
            all.push(Published {
                table: "students",
                label: format!("only {piece}"),
                work: mean(controller, rules),
                reported: lines.map(|lines| Reported {
                    lines,
                    games: None,
                    interval: None,
                    text: Some("about".to_string()),
                    board: None,
                    rules: Default::default(),
                    source: "Student report, Analysis and Discussion".to_string(),
                }),
                claim: "no end",
            });
        }
    }
    Ok(all)
}
