//! Statements: what a table is made of, rows, and the few settings that change how they are read.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use crate::lex::{Charset, Lexer, Maker, Token, doubled_once};
use crate::{Fault, ROW_LIMIT, Result, Row, Sink, Summary, Value};

/// Most columns and most tables that are remembered.
const NAMES: usize = 4096;
const TABLES: usize = 20_000;

/// Words at the beginning of a definition that is no column.
const KEYS: [&str; 10] =
    ["PRIMARY", "KEY", "UNIQUE", "INDEX", "CONSTRAINT", "FULLTEXT", "SPATIAL", "FOREIGN", "CHECK", "PERIOD"];

/// Columns of a table, and which of them hold bytes.
#[derive(Default)]
struct Shape {
    names: Vec<String>,
    binary: Vec<bool>,
}

pub(crate) struct Reading<'s> {
    lexer: Lexer,
    sink: &'s mut dyn Sink,
    shapes: HashMap<String, Shape>,
    tables: BTreeMap<String, u64>,
    /// The table whose rows are being read.
    current: Option<String>,
    /// What `sql_mode` said before it was last set.
    mode_before: bool,
    /// Whether a transaction of the dump's own is open.
    in_transaction: bool,
    keys_are_on: bool,
}

/// A value on its way: what it says is only looked at when its row is wanted.
enum Wanted {
    No,
    Yes { binary: bool },
}

impl<'s> Reading<'s> {
    pub(crate) fn open(path: &Path, sink: &'s mut dyn Sink) -> Result<Self> {
        Ok(Self {
            lexer: Lexer::open(path)?,
            sink,
            shapes: HashMap::new(),
            tables: BTreeMap::new(),
            current: None,
            mode_before: false,
            in_transaction: false,
            keys_are_on: false,
        })
    }

    pub(crate) fn run(mut self) -> Result<Summary> {
        match self.statements() {
            Err(Fault::Cut { .. }) => Err(self.cut()),
            Err(Fault::CutPacked) if self.current.is_some() => Err(self.cut()),
            Err(fault) => Err(fault),
            Ok(()) => self.ended().map(|()| Summary { tables: self.tables }),
        }
    }

    fn cut(&self) -> Fault {
        let rows = self.current.as_ref().and_then(|table| self.tables.get(table)).copied().unwrap_or(0);
        Fault::Cut { table: self.current.clone(), row: rows + 1 }
    }

    /// Whether the dump has the end that its maker gives it.
    fn ended(&self) -> Result<()> {
        let whole = match self.lexer.maker {
            Maker::Dump => self.lexer.completed,
            Maker::Navicat => self.keys_are_on,
            Maker::Unknown => true,
        };
        if whole && !self.in_transaction { Ok(()) } else { Err(self.cut()) }
    }

    fn statements(&mut self) -> Result<()> {
        loop {
            let token = self.lexer.next()?;
            match token {
                Token::End => return Ok(()),
                Token::Mark(b';') => continue,
                Token::Word => {}
                _ => {
                    self.rest(token)?;
                    continue;
                }
            }
            self.keys_are_on = false;
            match self.lexer.raw.to_ascii_uppercase().as_slice() {
                b"INSERT" | b"REPLACE" => self.insert()?,
                b"CREATE" => self.create()?,
                b"SET" => self.set()?,
                b"DELIMITER" => self.routines()?,
                b"START" | b"BEGIN" => {
                    self.in_transaction = true;
                    self.rest(token)?;
                }
                b"COMMIT" => {
                    self.in_transaction = false;
                    self.rest(token)?;
                }
                _ => self.rest(token)?,
            }
        }
    }

    /// The rest of a statement, unread.
    fn rest(&mut self, mut token: Token) -> Result<()> {
        while token != Token::Mark(b';') {
            if token == Token::End {
                return Err(self.cut());
            }
            token = self.lexer.next()?;
        }
        Ok(())
    }

    fn expect(&mut self, token: Token, mark: u8) -> Result<()> {
        match token {
            Token::Mark(found) if found == mark => Ok(()),
            Token::End => Err(self.cut()),
            _ => Err(self.lexer.syntax(format!("这里应为 {}", char::from(mark)))),
        }
    }

    /// A name that may have that of its database before it; what comes after it.
    fn table_name(&mut self, token: Token) -> Result<(String, Token)> {
        let mut name = self.lexer.name(token)?;
        let mut next = self.lexer.next()?;
        while next == Token::Mark(b'.') {
            let token = self.lexer.next()?;
            name = self.lexer.name(token)?;
            next = self.lexer.next()?;
        }
        Ok((name, next))
    }

    /// Triggers and routines: until the usual mark is set again.
    fn routines(&mut self) -> Result<()> {
        let mark = self.lexer.line()?.unwrap_or_default();
        if mark.trim_ascii() == b";" {
            return Ok(());
        }
        while let Some(line) = self.lexer.line()? {
            let line = line.trim_ascii();
            let word = b"DELIMITER";
            if line.len() > word.len()
                && line[..word.len()].eq_ignore_ascii_case(word)
                && line[word.len()..].trim_ascii() == b";"
            {
                return Ok(());
            }
        }
        Err(self.cut())
    }

    fn set(&mut self) -> Result<()> {
        let mut token = self.lexer.next()?;
        while self.lexer.is_word(token, "SESSION") || self.lexer.is_word(token, "GLOBAL") {
            token = self.lexer.next()?;
        }
        if self.lexer.is_word(token, "NAMES") {
            let token = self.lexer.next()?;
            let charset = self.charset()?;
            self.lexer.speak(charset);
            return self.rest(token);
        }
        while token != Token::Mark(b';') {
            let of_mode = self.lexer.is_word(token, "SQL_MODE");
            let of_keys = self.lexer.is_word(token, "FOREIGN_KEY_CHECKS");
            if token == Token::End {
                return Err(self.cut());
            }
            token = self.lexer.next()?;
            if (of_mode || of_keys) && token == Token::Mark(b'=') {
                token = self.lexer.next()?;
                self.keys_are_on = of_keys && token == Token::Number && self.lexer.raw == b"1";
                if of_mode {
                    self.mode(token);
                }
            }
        }
        Ok(())
    }

    fn charset(&self) -> Result<Charset> {
        let name = String::from_utf8_lossy(&self.lexer.raw).to_lowercase();
        match name.as_str() {
            "utf8" | "utf8mb3" | "utf8mb4" | "ascii" | "default" | "binary" => Ok(Charset::Utf8),
            "gbk" | "gb2312" | "gb18030" => Ok(Charset::Gb),
            _ => Err(Fault::Charset(name)),
        }
    }

    fn mode(&mut self, token: Token) {
        let now = self.lexer.no_backslash;
        self.lexer.no_backslash = match token {
            Token::Text(_) => {
                memchr::memmem::find(&self.lexer.raw.to_ascii_uppercase(), b"NO_BACKSLASH_ESCAPES").is_some()
            }
            // From a variable that was given what was before.
            _ => self.mode_before,
        };
        self.mode_before = now;
    }

    fn create(&mut self) -> Result<()> {
        let mut token = self.lexer.next()?;
        if self.lexer.is_word(token, "TEMPORARY") {
            token = self.lexer.next()?;
        }
        if !self.lexer.is_word(token, "TABLE") {
            return self.rest(token);
        }
        token = self.lexer.next()?;
        for word in ["IF", "NOT", "EXISTS"] {
            if self.lexer.is_word(token, word) {
                token = self.lexer.next()?;
            }
        }
        let (table, next) = self.table_name(token)?;
        if next != Token::Mark(b'(') {
            return self.rest(next);
        }
        let shape = self.definitions()?;
        let next = self.lexer.next()?;
        self.rest(next)?;
        if self.shapes.len() >= TABLES {
            return Err(self.lexer.syntax("数据表太多"));
        }
        self.sink.made(&table, &shape.names).map_err(Fault::Stopped)?;
        self.tables.entry(table.clone()).or_insert(0);
        self.shapes.insert(table, shape);
        Ok(())
    }

    /// What stands between the brackets of CREATE TABLE.
    fn definitions(&mut self) -> Result<Shape> {
        let mut shape = Shape::default();
        loop {
            let mut token = self.lexer.next()?;
            let is_key = KEYS.iter().any(|word| self.lexer.is_word(token, word));
            if !is_key {
                let name = self.lexer.name(token)?;
                token = self.lexer.next()?;
                let kind = String::from_utf8_lossy(&self.lexer.raw).to_lowercase();
                let binary = token == Token::Word && (kind.ends_with("blob") || kind.ends_with("binary"));
                if shape.names.len() >= NAMES {
                    return Err(self.lexer.syntax("列太多"));
                }
                shape.names.push(name);
                shape.binary.push(binary);
            }
            let mut depth = 0_usize;
            loop {
                match token {
                    Token::Mark(b',') if depth == 0 => break,
                    Token::Mark(b')') if depth == 0 => return Ok(shape),
                    Token::Mark(b'(') => depth += 1,
                    Token::Mark(b')') => depth -= 1,
                    Token::End => return Err(self.cut()),
                    _ => {}
                }
                token = self.lexer.next()?;
            }
        }
    }

    fn insert(&mut self) -> Result<()> {
        let mut token = self.lexer.next()?;
        for word in ["LOW_PRIORITY", "DELAYED", "HIGH_PRIORITY", "IGNORE", "INTO"] {
            if self.lexer.is_word(token, word) {
                token = self.lexer.next()?;
            }
        }
        if token == Token::End {
            return Err(self.cut());
        }
        let (table, mut token) = self.table_name(token)?;
        self.current = Some(table.clone());
        let wanted = self.sink.wants(&table);
        let mut listed = None;
        if token == Token::Mark(b'(') {
            listed = Some(self.listed()?);
            token = self.lexer.next()?;
        }
        if !(self.lexer.is_word(token, "VALUES") || self.lexer.is_word(token, "VALUE")) {
            if token == Token::End {
                return Err(self.cut());
            }
            return if wanted {
                Err(self.lexer.syntax(format!("数据表 {table} 的 INSERT 只支持 VALUES")))
            } else {
                self.rest(token)
            };
        }
        let shape = self.shapes.get(&table);
        let columns = match (listed, shape) {
            (Some(names), shape) => {
                let is_binary = |name: &String| {
                    let place = shape.and_then(|shape| shape.names.iter().position(|known| known == name));
                    place.is_some_and(|place| shape.is_some_and(|shape| shape.binary[place]))
                };
                let binary = names.iter().map(is_binary).collect();
                Shape { names, binary }
            }
            (None, Some(shape)) => Shape { names: shape.names.clone(), binary: shape.binary.clone() },
            (None, None) if wanted => return Err(Fault::NoColumns(table)),
            (None, None) => Shape::default(),
        };
        self.rows(&table, &columns, wanted)?;
        self.current = None;
        Ok(())
    }

    fn listed(&mut self) -> Result<Vec<String>> {
        let mut names = Vec::new();
        loop {
            let token = self.lexer.next()?;
            if token == Token::Mark(b')') && names.is_empty() {
                return Ok(names);
            }
            if token == Token::End {
                return Err(self.cut());
            }
            names.push(self.lexer.name(token)?);
            match self.lexer.next()? {
                Token::Mark(b')') => return Ok(names),
                Token::Mark(b',') if names.len() < NAMES => {}
                other => self.expect(other, b',')?,
            }
        }
    }

    fn rows(&mut self, table: &str, columns: &Shape, wanted: bool) -> Result<()> {
        let mut values = Vec::with_capacity(columns.names.len());
        loop {
            let token = self.lexer.next()?;
            self.expect(token, b'(')?;
            if wanted {
                values.clear();
                self.row(columns, &mut values)?;
                if values.len() != columns.names.len() {
                    let (found, expected) = (values.len(), columns.names.len());
                    let what = format!("数据表 {table} 有 {expected} 列，这一行却有 {found} 个值");
                    return Err(self.lexer.syntax(what));
                }
            } else {
                self.unwanted()?;
            }
            let count = self.tables.entry(table.to_owned()).or_insert(0);
            *count += 1;
            let number = *count;
            if wanted {
                let row = Row { table, columns: &columns.names, values: &values, number };
                self.sink.row(row).map_err(Fault::Stopped)?;
            }
            let token = self.lexer.next()?;
            match token {
                Token::Mark(b',') => {}
                Token::Mark(b';') => return Ok(()),
                Token::End => return Err(self.cut()),
                // ON DUPLICATE KEY UPDATE, AS new
                Token::Word => return self.rest(token),
                _ => return Err(self.lexer.syntax("两行之间应有逗号")),
            }
        }
    }

    fn unwanted(&mut self) -> Result<()> {
        let mut depth = 0_usize;
        loop {
            match self.lexer.next()? {
                Token::Mark(b'(') => depth += 1,
                Token::Mark(b')') if depth == 0 => return Ok(()),
                Token::Mark(b')') => depth -= 1,
                Token::End => return Err(self.cut()),
                _ => {}
            }
        }
    }

    fn row(&mut self, columns: &Shape, values: &mut Vec<Value>) -> Result<()> {
        let mut room = ROW_LIMIT;
        loop {
            let wanted = match columns.binary.get(values.len()) {
                Some(binary) if room > 0 => Wanted::Yes { binary: *binary },
                Some(_) => Wanted::No,
                None => return Err(self.lexer.syntax("值比列多")),
            };
            let token = self.lexer.next()?;
            let (value, next) = self.value(token, &wanted)?;
            room = room.saturating_sub(value.size());
            values.push(value);
            match next {
                Token::Mark(b')') => return Ok(()),
                other => self.expect(other, b',')?,
            }
        }
    }

    /// A value, and what comes after it.
    fn value(&mut self, token: Token, wanted: &Wanted) -> Result<(Value, Token)> {
        let value = match token {
            Token::Word if self.lexer.raw.starts_with(b"_") => {
                let binary = self.lexer.raw.eq_ignore_ascii_case(b"_binary");
                let token = self.lexer.next()?;
                let wanted = match wanted {
                    Wanted::Yes { binary: false } if binary => &Wanted::Yes { binary: true },
                    other => other,
                };
                return self.value(token, wanted);
            }
            Token::Word => return self.word(),
            Token::Mark(sign @ (b'-' | b'+')) => {
                let token = self.lexer.next()?;
                if token != Token::Number {
                    return Err(self.lexer.syntax("这里应为数字"));
                }
                let sign = if sign == b'-' { "-" } else { "" };
                Value::Number(format!("{sign}{}", String::from_utf8_lossy(&self.lexer.raw)))
            }
            Token::Number => Value::Number(String::from_utf8_lossy(&self.lexer.raw).into_owned()),
            Token::Hex | Token::Bits | Token::Text(_) if self.lexer.long || matches!(wanted, Wanted::No) => Value::Long,
            Token::Hex => Value::Bytes(self.hexadecimal()?),
            Token::Bits => self.bits()?,
            Token::Text(quote) => return self.text(quote, matches!(wanted, Wanted::Yes { binary: true })),
            Token::End => return Err(self.cut()),
            Token::Name | Token::Mark(_) => return Err(self.lexer.syntax("这里应为一个值")),
        };
        Ok((value, self.lexer.next()?))
    }

    /// Text; several beside each other are one.
    fn text(&mut self, quote: u8, binary: bool) -> Result<(Value, Token)> {
        let one = |lexer: &Lexer, quote: u8| -> Result<(String, Vec<u8>)> {
            if binary {
                return Ok((String::new(), unescaped(&lexer.raw, quote, lexer.no_backslash)));
            }
            let text = lexer.decoded(&lexer.raw)?;
            let bytes = unescaped(text.as_bytes(), quote, lexer.no_backslash);
            Ok((String::from_utf8(bytes).map_err(|_| lexer.syntax("文字中的转义不正确"))?, Vec::new()))
        };
        let (mut text, mut bytes) = one(&self.lexer, quote)?;
        let mut next = self.lexer.next()?;
        while let Token::Text(quote) = next {
            let (more, more_bytes) = one(&self.lexer, quote)?;
            if text.len() + bytes.len() > ROW_LIMIT {
                return Err(self.lexer.syntax("这一行太长"));
            }
            text.push_str(&more);
            bytes.extend_from_slice(&more_bytes);
            next = self.lexer.next()?;
        }
        Ok((if binary { Value::Bytes(bytes) } else { Value::Text(text) }, next))
    }

    fn hexadecimal(&self) -> Result<Vec<u8>> {
        let wrong = || self.lexer.syntax("这里应为十六进制数");
        let raw = &self.lexer.raw;
        let digit =
            |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok()).ok_or_else(wrong);
        let mut bytes = Vec::with_capacity(raw.len() / 2 + 1);
        let (odd, pairs) = raw.split_at(raw.len() % 2);
        if let [digit_alone] = odd {
            bytes.push(digit(*digit_alone)?);
        }
        for pair in pairs.chunks_exact(2) {
            bytes.push(digit(pair[0])? << 4 | digit(pair[1])?);
        }
        Ok(bytes)
    }

    fn bits(&self) -> Result<Value> {
        let text = String::from_utf8_lossy(&self.lexer.raw);
        let text = if text.is_empty() { "0".into() } else { text };
        let number = u64::from_str_radix(&text, 2).map_err(|_| self.lexer.syntax("这里应为二进制数"))?;
        Ok(Value::Number(number.to_string()))
    }

    /// A value without quotes: a word of the language, or a function that says the time.
    fn word(&mut self) -> Result<(Value, Token)> {
        let word = String::from_utf8_lossy(&self.lexer.raw).to_uppercase();
        let value = match word.as_str() {
            "NULL" => Value::Null,
            "TRUE" => Value::Number("1".into()),
            "FALSE" => Value::Number("0".into()),
            "DEFAULT" => Value::Default,
            "SYSDATE" | "NOW" | "CURRENT_TIMESTAMP" | "LOCALTIME" | "LOCALTIMESTAMP" | "CURDATE" | "CURRENT_DATE" => {
                Value::Now
            }
            _ => return Err(self.lexer.syntax(format!("不支持的值 {word}"))),
        };
        let mut next = self.lexer.next()?;
        if next == Token::Mark(b'(') && value == Value::Now {
            next = self.lexer.next()?;
            if next == Token::Number {
                next = self.lexer.next()?;
            }
            self.expect(next, b')')?;
            next = self.lexer.next()?;
        }
        Ok((value, next))
    }
}

/// What stands in quotes, without what the quotes made necessary.
fn unescaped(raw: &[u8], quote: u8, no_backslash: bool) -> Vec<u8> {
    if no_backslash {
        return doubled_once(raw, quote);
    }
    let mut out = Vec::with_capacity(raw.len());
    let mut bytes = raw.iter().copied();
    while let Some(byte) = bytes.next() {
        if byte == quote {
            // The second of two.
            bytes.next();
            out.push(byte);
        } else if byte == b'\\' {
            match bytes.next() {
                Some(b'0') => out.push(0),
                Some(b'n') => out.push(b'\n'),
                Some(b'r') => out.push(b'\r'),
                Some(b't') => out.push(b'\t'),
                Some(b'b') => out.push(8),
                Some(b'Z') => out.push(26),
                // For patterns: the backslash stays.
                Some(kept @ (b'%' | b'_')) => out.extend_from_slice(&[b'\\', kept]),
                Some(other) => out.push(other),
                None => {}
            }
        } else {
            out.push(byte);
        }
    }
    out
}
