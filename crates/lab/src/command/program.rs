//! A program that runs as a child process: lines to it, lines from it, and its end.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError};
use std::sync::mpsc::{channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use tetrarium_engine::AgentError;

use super::messages::{Claims, PROTOCOL, Said, Told};
use super::options::CommandOptions;
use super::text::{Tail, quoted};
use super::words::{WordsError, join_words};

/// The longest line that a program may say, in bytes.
const LONGEST_LINE: u64 = 16 << 20;

/// How long a program may take to end after `quit`, before it is killed.
const GRACE: Duration = Duration::from_secs(2);

/// How long the exit status and the last words are waited for, when a program is found to have
/// gone.
const LAST_WORDS: Duration = Duration::from_secs(3);

/// How long the sign that playing was stopped is waited for then.
const PATIENCE: Duration = Duration::from_millis(500);

/// How often a waiting session looks whether playing was stopped.
const LOOK: Duration = Duration::from_millis(20);

/// A program that runs, and what it claimed.
pub(super) struct Program {
    /// The command, as messages name it.
    name: String,
    options: CommandOptions,
    child: Child,
    /// Lines to a thread that writes them, so that a program that does not read blocks no session.
    /// None once `quit` was said.
    lines: Option<Sender<String>>,
    heard: Receiver<Heard>,
    stderr: Tail,
    /// When it must have ended, once it was asked to.
    ends_by: Option<Instant>,
    /// Games that were ended with it; none before it said hello.
    games: Option<u64>,
}

/// What comes from a program's standard output.
enum Heard {
    /// A line, without its end.
    Line(Vec<u8>),
    /// More bytes than a line may have.
    TooLong,
    /// The end.
    End,
}

impl Program {
    /// Starts a program and exchanges greetings with it.
    pub(super) fn start(
        words: &[String],
        options: &CommandOptions,
    ) -> Result<(Program, Claims), AgentError> {
        let name = quoted(&join_words(words));
        let failed = |error: std::io::Error| {
            AgentError::Failed(format!("the agent {name} cannot be started: {error}"))
        };
        let Some((command, arguments)) = words.split_first() else {
            return Err(AgentError::Failed(WordsError::Empty.to_string()));
        };
        let mut child = Command::new(command)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let stdin = child.stdin.take().expect("it is piped");
        let stdout = child.stdout.take().expect("it is piped");
        let stderr = child.stderr.take().expect("it is piped");
        let (lines, to_write) = channel();
        // One line of room: a program that talks without being asked comes to a halt.
        let (read, heard) = sync_channel(1);
        let threads = Tail::of(stderr).and_then(|tail| {
            thread::Builder::new().spawn(move || write_lines(stdin, &to_write))?;
            thread::Builder::new().spawn(move || read_lines(stdout, &read))?;
            Ok(tail)
        });
        let stderr = match threads {
            Ok(tail) => tail,
            Err(error) => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(failed(error));
            }
        };
        let mut program = Program {
            name,
            options: options.clone(),
            child,
            lines: Some(lines),
            heard,
            stderr,
            ends_by: None,
            games: None,
        };
        let claims = program.greet()?;
        Ok((program, claims))
    }

    /// Says hello, and hears what the program claims.
    fn greet(&mut self) -> Result<Claims, AgentError> {
        let limit = self.options.start_time;
        let hello = Told::Hello { protocol: PROTOCOL };
        let late = || format!("did not say hello within {}", seconds(limit));
        let line = self.ask(&hello, limit, late)?;
        let said = self.read(&line, "a JSON line with a hello")?;
        let Some(claims) = said.hello else {
            return Err(self.fail(&format!("answered {} to hello", shown(&line))));
        };
        self.games = Some(0);
        claims.checked().map_err(|wrong| self.fail(&wrong))
    }

    /// Says that a game is over, and counts it.
    pub(super) fn end(&mut self, game: u64) {
        self.tell(&Told::End { game });
        self.games = self.games.map(|games| games + 1);
    }

    /// Says something that needs no answer.
    pub(super) fn tell(&self, told: &Told) {
        if let Some(lines) = &self.lines {
            // The thread that writes has ended only if the program has; that is heard when the
            // program is asked next.
            let _ = lines.send(told.line());
        }
    }

    /// Asks for a line, for this long at most; `late` says what happened if none came.
    pub(super) fn ask(
        &mut self,
        told: &Told,
        limit: Duration,
        late: impl FnOnce() -> String,
    ) -> Result<Vec<u8>, AgentError> {
        match self.heard.try_recv() {
            Ok(Heard::Line(line)) => {
                let unasked = format!("said {} without being asked", shown(&line));
                return Err(self.fail(&unasked));
            }
            Ok(other) => return Err(self.gone(&other)),
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => return Err(self.gone(&Heard::End)),
        }
        self.tell(told);
        let asked = Instant::now();
        loop {
            if self.options.is_stopped() {
                return Err(self.fail("was stopped"));
            }
            let left = limit.saturating_sub(asked.elapsed());
            match self.heard.recv_timeout(left.min(LOOK)) {
                Ok(Heard::Line(line)) => return Ok(line),
                Ok(other) => return Err(self.gone(&other)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone(&Heard::End)),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    return Err(self.fail(&format!(
                        "{}; it must flush its output after every line",
                        late()
                    )));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Reads a line that should be `wanted`.
    pub(super) fn read(&mut self, line: &[u8], wanted: &str) -> Result<Said, AgentError> {
        let said: Said = serde_json::from_slice(line).map_err(|error| {
            self.fail(&format!(
                "answered {}, which is not {wanted}: {error}",
                shown(line)
            ))
        })?;
        match said.error {
            Some(error) => Err(self.fail(&format!("gave up: {}", quoted(&error)))),
            None => Ok(said),
        }
    }

    /// Ends the program at once, and says why: what it did, and what it said.
    pub(super) fn fail(&mut self, what: &str) -> AgentError {
        self.lines = None;
        let _ = self.child.kill();
        let _ = self.child.wait();
        let said = self.stderr.said(LAST_WORDS);
        AgentError::Failed(format!("the agent {} {what}; {said}", self.name))
    }

    /// The program gave no line and will give none.
    fn gone(&mut self, heard: &Heard) -> AgentError {
        let what = match (heard, self.wait(Instant::now() + LAST_WORDS)) {
            (Heard::TooLong, _) => format!(
                "said more than {} MiB without the end of a line",
                LONGEST_LINE >> 20
            ),
            (_, Some(status)) => match self.games {
                None => format!("ended before it said hello ({status})"),
                Some(1) => format!("ended after 1 game ({status})"),
                Some(games) => format!("ended after {games} games ({status})"),
            },
            (_, None) => "closed its output".to_string(),
        };
        // Ctrl-C ends the program and stops playing: the caller looks for the latter.
        let found = Instant::now();
        while !self.options.is_stopped() && found.elapsed() < PATIENCE {
            thread::sleep(LOOK);
        }
        self.fail(&what)
    }

    /// Waits for the program to end by itself, until a time.
    fn wait(&mut self, until: Instant) -> Option<ExitStatus> {
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(2)),
                _ => return None,
            }
        }
    }

    /// Asks the program to end. It is given a while when it is dropped.
    pub(super) fn quit(&mut self) {
        if self.lines.is_some() {
            self.tell(&Told::Quit {});
            self.lines = None;
            self.ends_by = Some(Instant::now() + GRACE);
        }
    }
}

/// Leaves no process behind: the program ends by itself within its time, or is killed.
impl Drop for Program {
    fn drop(&mut self) {
        self.quit();
        if let Some(until) = self.ends_by {
            self.wait(until);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Writes lines until there are no more, or nothing takes them.
fn write_lines(mut stream: impl Write, lines: &Receiver<String>) {
    for line in lines {
        let written = stream.write_all(line.as_bytes());
        if written.and_then(|()| stream.flush()).is_err() {
            return;
        }
    }
}

/// Reads lines until there are no more, or nothing takes them.
fn read_lines(stream: impl Read, heard: &SyncSender<Heard>) {
    let mut stream = BufReader::new(stream);
    loop {
        let mut line = Vec::new();
        let read = stream
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line);
        let said = match read {
            Ok(count) if line.last() == Some(&b'\n') => {
                line.truncate(count - 1);
                Heard::Line(line)
            }
            Ok(count) if count as u64 == LONGEST_LINE => Heard::TooLong,
            // What stands behind the last end of a line is no line.
            _ => Heard::End,
        };
        let goes_on = matches!(said, Heard::Line(_));
        if heard.send(said).is_err() || !goes_on {
            return;
        }
    }
}

/// A line as messages show it.
fn shown(line: &[u8]) -> String {
    quoted(&String::from_utf8_lossy(line))
}

/// A time in seconds.
pub(super) fn seconds(time: Duration) -> String {
    format!("{} s", time.as_secs_f64())
}
