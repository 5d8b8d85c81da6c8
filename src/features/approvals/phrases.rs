//! Standard phrases 常用语 of an opinion: those of the house, a setting that administrators write, and one's own.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::{AppError, Result};
use crate::op::{Op, View};
use crate::platform::settings::Setting;
use crate::route::{AuditAction, Data, Done, Method, Nothing, Route, read, write};
use crate::store::{Key, Reads, Record, id};

/// Between two phrases of the house.
const BETWEEN: [char; 3] = ['；', ';', '\n'];
/// Most phrases of one person, and of the house.
const MOST: usize = 20;
/// Longest phrase, characters.
const LONGEST: usize = 200;

/// Phrases that everybody is offered.
pub const PHRASES: Setting<String> = Setting::text(
    124,
    "flow.phrases",
    "同意；情况属实，同意；请按规定办理；材料不齐，请补充后再报；金额有误，请核对后再报",
)
.called("审批-常用语", "填写审批意见时可以选用的常用语，之间用“；”分隔，最多20条");

/// What one person has written down for himself.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct OwnPhrases {
    pub user_id: u64,
    pub phrases: Vec<String>,
}

impl Record for OwnPhrases {
    const TABLE: &'static str = "wf_phrase";
    fn id(&self) -> Key {
        id(self.user_id)
    }
}

/// The phrases that the caller is offered.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PhrasesOut {
    /// Of the house, in the order of the setting.
    pub house: Vec<String>,
    /// His own, the newest first.
    pub own: Vec<String>,
}

/// The caller's own phrases, as a whole.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct PhrasesInput {
    /// All of them, in the order in which they are offered.
    pub own: Vec<String>,
}

fn of_house(written: &str) -> Vec<String> {
    let mut phrases: Vec<String> = Vec::new();
    for phrase in written.split(BETWEEN).map(str::trim).filter(|phrase| !phrase.is_empty()) {
        if phrases.len() < MOST && phrases.iter().all(|known| known != phrase) {
            phrases.push(phrase.chars().take(LONGEST).collect());
        }
    }
    phrases
}

fn show(view: &View, _: Nothing) -> Result<Data<PhrasesOut>> {
    let own: Option<OwnPhrases> = view.tx.get(&id(view.caller.user_id()))?;
    let house = of_house(&view.app.settings.get(&PHRASES));
    Ok(Data(PhrasesOut { house, own: own.unwrap_or_default().phrases }))
}

/// PUT /appr/phrase: the whole list at once; the same phrase twice is kept once.
fn save(op: &mut Op, input: PhrasesInput) -> Result<Done> {
    let mut phrases: Vec<String> = Vec::new();
    for phrase in input.own {
        let phrase = phrase.trim();
        if phrase.is_empty() {
            return Err(AppError::refused("常用语不能为空").at("own"));
        }
        if phrase.chars().count() > LONGEST {
            return Err(AppError::refused(format!("常用语不能超过{LONGEST}个字符")).at("own"));
        }
        if phrases.iter().all(|known| known != phrase) {
            phrases.push(phrase.to_owned());
        }
    }
    if phrases.len() > MOST {
        return Err(AppError::refused(format!("常用语最多{MOST}条，请先删除不用的")).at("own"));
    }
    let user_id = op.caller.user_id();
    op.put(&OwnPhrases { user_id, phrases })?;
    Ok(Done)
}

/// Rows of the route table.
pub(super) fn routes() -> Vec<Route> {
    vec![
        read("/appr/phrase", show).signed_in().titled("审批常用语"),
        write(Method::Put, "/appr/phrase", save).signed_in().audit("审批常用语", AuditAction::Update),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_of_the_house_are_read_as_they_are_written() {
        for (written, phrases) in [
            ("同意；不同意", vec!["同意", "不同意"]),
            (" 同意 ;;\n情况属实，同意\n同意；", vec!["同意", "情况属实，同意"]),
            ("", vec![]),
        ] {
            assert_eq!(of_house(written), phrases, "{written:?}");
        }
        let many: Vec<String> = (0..30).map(|number| number.to_string()).collect();
        assert_eq!(of_house(&many.join("；")).len(), MOST);
        assert_eq!(of_house(&"长".repeat(300))[0].chars().count(), LONGEST);
    }
}
