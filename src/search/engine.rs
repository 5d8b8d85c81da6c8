//! The tantivy side of the people index: fields, grams, one writer, and exact answers.

use std::collections::HashMap;

use parking_lot::RwLock;
use tantivy::collector::{Collector, SegmentCollector};
use tantivy::columnar::Column;
use tantivy::indexer::{IndexWriterOptions, LogMergePolicy};
use tantivy::query::{AllQuery, BooleanQuery, EmptyQuery, Query, TermQuery, TermSetQuery};
use tantivy::schema::{FAST, Field, INDEXED, IndexRecordOption, Schema, TextFieldIndexing, TextOptions};
use tantivy::tokenizer::{NgramTokenizer, TextAnalyzer};
use tantivy::{
    DocId, Index, IndexReader, IndexWriter, ReloadPolicy, Score, SegmentOrdinal, SegmentReader, TantivyDocument,
    TantivyError, Term,
};

use super::{Hits, Person, PersonQuery, Texts, needle};

/// The least memory the library accepts for its one writing thread.
const WRITER_BYTES: usize = 15_000_000;

/// Names and sizes of the text fields, in the order of [`Texts`].
const TEXTS: [(&str, usize); 5] = [("name", 3), ("phone", 4), ("login", 4), ("pinyin", 4), ("initials", 4)];

/// Up to this length a text equals a gram in every field, so that nothing need be checked.
const EXACT: usize = 3;

#[derive(Clone, Copy)]
struct Fields {
    id: Field,
    department: Field,
    enabled: Field,
    texts: [Field; 5],
}

/// What searches read: the committed index, and the texts to check long queries against.
pub(super) struct Engine {
    fields: Fields,
    reader: IndexReader,
    texts: HashMap<u64, Texts>,
}

/// What the background thread writes with.
pub(super) struct Writer {
    fields: Fields,
    writer: IndexWriter,
}

impl Engine {
    /// An empty index in memory.
    pub(super) fn new() -> Result<(Self, Writer), TantivyError> {
        let mut schema = Schema::builder();
        let id = schema.add_u64_field("id", INDEXED | FAST);
        let department = schema.add_u64_field("department", INDEXED);
        let enabled = schema.add_bool_field("enabled", INDEXED);
        let texts = TEXTS.map(|(name, most)| {
            let indexing = TextFieldIndexing::default()
                .set_tokenizer(&format!("grams{most}"))
                .set_fieldnorms(false)
                .set_index_option(IndexRecordOption::Basic);
            schema.add_text_field(name, TextOptions::default().set_indexing_options(indexing))
        });
        let fields = Fields { id, department, enabled, texts };
        let index = Index::builder().schema(schema.build()).create_in_ram()?;
        for most in [3, 4] {
            let grams = TextAnalyzer::from(NgramTokenizer::all_ngrams(1, most)?);
            index.tokenizers().register(&format!("grams{most}"), grams);
        }
        let options = IndexWriterOptions::builder()
            .num_worker_threads(1)
            .num_merge_threads(1)
            .memory_budget_per_thread(WRITER_BYTES)
            .build();
        let writer: IndexWriter = index.writer_with_options(options)?;
        let mut merging = LogMergePolicy::default();
        merging.set_del_docs_ratio_before_merge(0.3);
        writer.set_merge_policy(Box::new(merging));
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
        Ok((Self { fields, reader, texts: HashMap::new() }, Writer { fields, writer }))
    }

    /// One page of the people who fit, and how many fit in all.
    pub(super) fn search(&self, query: &PersonQuery<'_>) -> Result<Hits, TantivyError> {
        let needle = needle(query.text);
        let mut ids = self.reader.searcher().search(&*self.fields.candidates(&needle, query), &Ids)?;
        if needle.chars().count() > EXACT {
            ids.retain(|id| self.texts.get(id).is_some_and(|texts| texts.contain(&needle)));
        }
        ids.sort_unstable();
        let page = ids.iter().skip(query.offset).take(query.limit).copied().collect();
        Ok(Hits { total: ids.len(), ids: page })
    }
}

impl Writer {
    /// Commits changes, then shows them to searches in one step.
    pub(super) fn apply(
        &mut self,
        changes: HashMap<u64, Option<Person>>,
        engine: &RwLock<Engine>,
    ) -> Result<(), TantivyError> {
        let mut fresh = Vec::with_capacity(changes.len());
        for (id, person) in changes {
            self.writer.delete_term(Term::from_field_u64(self.fields.id, id));
            let texts = person.as_ref().map(Texts::of);
            if let (Some(person), Some(texts)) = (&person, &texts) {
                self.writer.add_document(self.fields.document(person, texts))?;
            }
            fresh.push((id, texts));
        }
        self.writer.commit()?;
        let mut engine = engine.write();
        for (id, texts) in fresh {
            match texts {
                Some(texts) => engine.texts.insert(id, texts),
                None => engine.texts.remove(&id),
            };
        }
        engine.reader.reload()
    }
}

impl Fields {
    fn document(&self, person: &Person, texts: &Texts) -> TantivyDocument {
        let mut document = TantivyDocument::default();
        document.add_u64(self.id, person.user_id);
        document.add_u64(self.department, person.dept_id);
        document.add_bool(self.enabled, person.enabled);
        for (field, text) in self.texts.iter().zip(&texts.0) {
            document.add_text(*field, text);
        }
        document
    }

    /// Everybody who fits, and, for a long text, some who hold its grams apart.
    fn candidates(&self, needle: &str, query: &PersonQuery<'_>) -> Box<dyn Query> {
        let mut all: Vec<Box<dyn Query>> = Vec::new();
        if !needle.is_empty() {
            all.push(self.containing(needle));
        }
        match query.dept_ids {
            Some([]) => return Box::new(EmptyQuery),
            Some(ids) => {
                let terms = ids.iter().map(|id| Term::from_field_u64(self.department, *id));
                all.push(Box::new(TermSetQuery::new(terms)));
            }
            None => {}
        }
        if query.enabled_only {
            let term = Term::from_field_bool(self.enabled, true);
            all.push(Box::new(TermQuery::new(term, IndexRecordOption::Basic)));
        }
        if all.is_empty() { Box::new(AllQuery) } else { Box::new(BooleanQuery::intersection(all)) }
    }

    fn containing(&self, needle: &str) -> Box<dyn Query> {
        let chars: Vec<char> = needle.chars().collect();
        let fields = self.texts.iter().zip(TEXTS);
        let any = fields.map(|(field, (_, most))| -> Box<dyn Query> {
            let grams = chars.windows(most.min(chars.len()).max(1)).map(|gram| -> Box<dyn Query> {
                let term = Term::from_field_text(*field, &gram.iter().collect::<String>());
                Box::new(TermQuery::new(term, IndexRecordOption::Basic))
            });
            Box::new(BooleanQuery::intersection(grams.collect()))
        });
        Box::new(BooleanQuery::union(any.collect()))
    }
}

/// Gathers the identifiers of all documents found.
struct Ids;

/// The part of [`Ids`] within one segment.
struct SegmentIds {
    column: Column<u64>,
    found: Vec<u64>,
}

impl Collector for Ids {
    type Fruit = Vec<u64>;
    type Child = SegmentIds;

    fn for_segment(&self, _: SegmentOrdinal, segment: &SegmentReader) -> tantivy::Result<SegmentIds> {
        Ok(SegmentIds { column: segment.fast_fields().u64("id")?, found: Vec::new() })
    }

    fn requires_scoring(&self) -> bool {
        false
    }

    fn merge_fruits(&self, fruits: Vec<Vec<u64>>) -> tantivy::Result<Vec<u64>> {
        Ok(fruits.concat())
    }
}

impl SegmentCollector for SegmentIds {
    type Fruit = Vec<u64>;

    fn collect(&mut self, document: DocId, _: Score) {
        self.found.extend(self.column.first(document));
    }

    fn harvest(self) -> Vec<u64> {
        self.found
    }
}
