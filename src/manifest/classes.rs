//! The woven methods by class: half a million methods of a large archive are not held in memory.

use std::fmt;
use std::io::{self, BufRead as _, BufReader, Seek as _, SeekFrom, Write as _};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::ser::{Error as _, SerializeSeq as _};
use serde::{Deserialize, Serialize, Serializer};
use tempfile::SpooledTempFile;

/// Up to this many bytes stay in memory.
const IN_MEMORY: usize = 1 << 20;

/// The woven methods of a class.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClassUse {
    /// Binary name.
    pub class: String,
    /// The entry or file.
    pub entry: String,
    /// One line for each method.
    pub methods: Vec<MethodUse>,
}

/// A woven method; written on one line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MethodUse {
    /// `find(int)`, with the types erased; `find(int): long` where only the result tells two methods apart.
    pub method: String,
    /// Bytes of code before and after.
    pub bytes: [u32; 2],
    /// The rules, in nesting order, each with its point; those for calls in it with the number of calls.
    pub rules: Vec<Arc<str>>,
    /// Payloads of one probe that nest in the method, each pair in a sentence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// A list of classes: a few are in memory, many in a temporary file without a name, each as one line of JSON.
#[derive(Clone)]
pub struct Classes {
    lines: Arc<Mutex<SpooledTempFile>>,
    count: usize,
}

impl Default for Classes {
    fn default() -> Self {
        Self {
            lines: Arc::new(Mutex::new(SpooledTempFile::new(IN_MEMORY))),
            count: 0,
        }
    }
}

impl Classes {
    /// Adds a class at the end. What was cloned from this list before does not have it.
    ///
    /// # Errors
    /// The temporary file cannot be written.
    pub fn push(&mut self, class: &ClassUse) -> io::Result<()> {
        let mut line = serde_json::to_vec(class)?;
        line.push(b'\n');
        let mut lines = self.lock();
        lines.seek(SeekFrom::End(0))?;
        lines.write_all(&line)?;
        drop(lines);
        self.count += 1;
        Ok(())
    }

    /// True for no classes.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Calls `take` with each class, in order.
    ///
    /// # Errors
    /// The first error of `take`, or the temporary file cannot be read.
    pub fn each<E>(
        &self,
        mut take: impl FnMut(ClassUse) -> Result<(), E>,
    ) -> Result<(), Unlisted<E>> {
        let mut lines = self.lock();
        lines.rewind()?;
        let mut lines = BufReader::with_capacity(1 << 16, &mut *lines);
        let mut line = Vec::new();
        for _ in 0..self.count {
            line.clear();
            lines.read_until(b'\n', &mut line)?;
            let class = serde_json::from_slice(&line).map_err(io::Error::from)?;
            take(class).map_err(Unlisted::Taker)?;
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, SpooledTempFile> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Classes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} classes", self.count)
    }
}

/// Why a list of classes was not given to its end.
#[derive(Debug)]
pub enum Unlisted<E> {
    /// What takes the classes has failed.
    Taker(E),
    /// The temporary file cannot be read.
    File(io::Error),
}

impl<E> From<io::Error> for Unlisted<E> {
    fn from(error: io::Error) -> Self {
        Self::File(error)
    }
}

impl Serialize for Classes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.count))?;
        match self.each(|class| list.serialize_element(&class)) {
            Ok(()) => list.end(),
            Err(Unlisted::Taker(error)) => Err(error),
            Err(Unlisted::File(error)) => Err(S::Error::custom(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ClassUse, Classes, IN_MEMORY, MethodUse};

    fn class(number: usize) -> ClassUse {
        ClassUse {
            class: format!("a.B{number}\n\"é"),
            entry: format!("a/B{number}.class"),
            methods: vec![MethodUse {
                method: "run(int)".to_owned(),
                bytes: [1, u32::MAX],
                rules: vec!["weave.toml:1 probes.a on enter".into()],
                notes: vec!["x".repeat(number % 100); number % 3],
            }],
        }
    }

    #[test]
    fn a_list_in_a_file_is_written_as_one_in_memory() {
        for count in [0, 1, 20_000] {
            let all: Vec<ClassUse> = (0..count).map(class).collect();
            let mut classes = Classes::default();
            for class in &all {
                classes.push(class).unwrap();
            }
            let text = serde_json::to_string_pretty(&classes).unwrap();
            assert_eq!(text, serde_json::to_string_pretty(&all).unwrap());
            assert_eq!(count > 1, text.len() > IN_MEMORY);
            // Read again, after more was added to what shares the file.
            let before = classes.clone();
            classes.push(&class(count)).unwrap();
            assert_eq!(serde_json::to_string_pretty(&before).unwrap(), text);
            let mut read = Vec::new();
            let reading = classes.each(|class| {
                read.push(class);
                Ok::<_, std::io::Error>(())
            });
            reading.unwrap();
            assert_eq!(read.pop(), Some(class(count)));
            assert_eq!(read, all);
        }
    }
}
