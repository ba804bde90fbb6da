//! Where NVRTC is present (the CUDA toolkit, or PyPI's nvidia-cuda-nvrtc), the kernels compile to
//! PTX, GPU or not.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::process::Command;

use libloading::Library;
use tetrarium_engine::{Controller, Player, Rules};
use tetrarium_lab::play::Danger;
use tetrarium_testing::{Part, missing};

use super::nets::{SHAPE, net};
use super::patterns::{ALL, patterns};
use super::player;
use crate::source::{KernelSource, Origin};

/// Where PyPI's package lies, as the Python at hand says.
const OF_PYTHON: &str = "import glob, nvidia; [print(f) for p in nvidia.__path__ for f in glob.glob(p + '/*/lib/libnvrtc.so*')]";

/// NVRTC: the library that `TETRARIUM_NVRTC` names, one that the loader finds, or that of PyPI's
/// package.
fn library() -> Option<Library> {
    let named = std::env::var("TETRARIUM_NVRTC").ok();
    let python = Command::new("python3").args(["-c", OF_PYTHON]).output();
    let python = python.map_or(String::new(), |output| {
        String::from_utf8_lossy(&output.stdout).into_owned()
    });
    let usual = ["libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12"].map(String::from);
    named
        .into_iter()
        .chain(usual)
        .chain(python.lines().map(String::from))
        // SAFETY: loading NVRTC runs only its own initialisers.
        .find_map(|name| unsafe { Library::new(name) }.ok())
}

/// The PTX of a source for Hopper, or the compiler's log.
fn ptx(nvrtc: &Library, source: &str) -> Result<String, String> {
    type Program = *mut c_void;
    type Text = *const c_char;
    type Create =
        unsafe extern "C" fn(*mut Program, Text, Text, c_int, *const Text, *const Text) -> c_int;
    type Compile = unsafe extern "C" fn(Program, c_int, *const Text) -> c_int;
    type Size = unsafe extern "C" fn(Program, *mut usize) -> c_int;
    type Get = unsafe extern "C" fn(Program, *mut c_char) -> c_int;
    let source = CString::new(source).unwrap();
    let options = ["--gpu-architecture=compute_90", "--std=c++17"]
        .map(|option| CString::new(option).unwrap());
    let options = options.each_ref().map(|option| option.as_ptr());
    let mut program: Program = std::ptr::null_mut();
    // SAFETY: the functions have these signatures in nvrtc.h, texts end with 0, and buffers are as
    // long as NVRTC says they have to be. The program is not destroyed, because the process ends
    // with the test.
    unsafe {
        let create = nvrtc.get::<Create>(b"nvrtcCreateProgram").unwrap();
        let compile = nvrtc.get::<Compile>(b"nvrtcCompileProgram").unwrap();
        let none = std::ptr::null();
        assert_eq!(
            create(
                &mut program,
                source.as_ptr(),
                c"kernel.cu".as_ptr(),
                0,
                none,
                none
            ),
            0
        );
        let done = compile(program, options.len() as c_int, options.as_ptr());
        let (size, get) = match done {
            0 => ("nvrtcGetPTXSize", "nvrtcGetPTX"),
            _ => ("nvrtcGetProgramLogSize", "nvrtcGetProgramLog"),
        };
        let mut bytes = 0;
        nvrtc.get::<Size>(size.as_bytes()).unwrap()(program, &mut bytes);
        let mut text = vec![0u8; bytes.max(1)];
        nvrtc.get::<Get>(get.as_bytes()).unwrap()(program, text.as_mut_ptr().cast());
        let text = CStr::from_bytes_until_nul(&text)
            .unwrap()
            .to_string_lossy()
            .into_owned();
        if done == 0 { Ok(text) } else { Err(text) }
    }
}

#[test]
fn kernels_compile_to_ptx() {
    let Some(nvrtc) = library() else {
        return missing(Part::Nvrtc);
    };
    let compile = |players: &[Player], origin| {
        let players: Vec<&Player> = players.iter().collect();
        let source = KernelSource::playing(&players, origin).unwrap();
        let text = ptx(&nvrtc, &source.text).unwrap();
        let entry = format!(".entry {}", source.entry);
        assert!(text.contains(&entry), "{}", players[0].name());
    };
    let there = Origin::PositionUntil(Danger::Pile);
    for (name, origin, candidates) in [
        ("bcts", Origin::Beginning, 1),
        ("bcts", Origin::Position, 1),
        ("bcts", there, 1),
        ("dt-20", Origin::Beginning, 2),
        ("bdu", Origin::Beginning, 1),
        ("boehm-linear", there, 1),
        ("boehm-exponential", Origin::Beginning, 2),
        ("tetrarium-3", Origin::Splitting(Danger::Pile), 2),
    ] {
        compile(&vec![player(name, None, &[]); candidates], origin);
    }
    // Tables in shared memory and in that of the GPU.
    let patterns = patterns(&ALL, 1, None, &[]);
    compile(std::slice::from_ref(&patterns), Origin::Beginning);
    compile(
        &[patterns.clone(), patterns],
        Origin::Splitting(Danger::Pile),
    );
    let net = net(SHAPE, 1, None, &[]);
    compile(std::slice::from_ref(&net), Origin::Beginning);
    compile(&[net.clone(), net], Origin::Splitting(Danger::Pile));
}

/// Writes the source of a kernel into the file that `TETRARIUM_KERNEL` names: for looking at what a
/// compiler makes of it. The controller is one of the catalogue, or a file.
#[test]
#[ignore = "a tool: TETRARIUM_KERNEL=file TETRARIUM_CONTROLLER=bcts cargo test -p tetrarium-gpu write_kernel -- --ignored"]
fn write_kernel() {
    let name = std::env::var("TETRARIUM_CONTROLLER").unwrap_or_else(|_| "bcts".to_string());
    let file = std::env::var("TETRARIUM_KERNEL").unwrap();
    let player = match std::fs::read_to_string(&name) {
        Ok(text) => {
            let beside = tetrarium_lab::files::beside_this(name.as_ref());
            let controller = Controller::from_files(&text, beside).unwrap();
            Player::new(&controller, &Rules::default()).unwrap()
        }
        Err(_) => player(&name, None, &[]),
    };
    let source = KernelSource::new(&[&player]).unwrap();
    std::fs::write(file, source.text).unwrap();
}
