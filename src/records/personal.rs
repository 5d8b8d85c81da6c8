//! Personal data: sealed on the way in, masked on the way out (domain.md 2.0).

use crate::fault::{Fault, Outcome};
use crate::kernel::seal::Sealed;
pub use crate::kernel::text::mask_id;
use crate::op::{Op, View};
use crate::platform::seal_check::SealCheck;
use crate::store::Reads as _;

/// Seals a text for a record; an empty one stays empty.
pub fn seal(op: &mut Op, text: &str) -> Outcome<Sealed> {
    if !text.is_empty() {
        remember_key(op)?;
    }
    op.app.sealer().seal(text).map_err(Fault::internal)
}

/// Remembers the key in use, once.
fn remember_key(op: &mut Op) -> Outcome<()> {
    if op.view().tx.get::<SealCheck>(&SealCheck::key())?.is_none() {
        let check = SealCheck::of(&op.app.sealer()).map_err(Fault::internal)?;
        op.put_quietly(&check)?;
    }
    Ok(())
}

/// The text of a sealed field.
///
/// # Errors
/// A sentence when the seal does not open.
pub fn open(view: &View, sealed: &Sealed) -> Outcome<String> {
    view.app
        .sealer()
        .open(sealed)
        .map_err(|error| Fault::internal(error).with_message("个人信息无法解密，请联系管理员检查密钥文件"))
}

/// What a form sent for a sealed field: `None` when it sent the masked text back, or nothing.
pub fn changed(given: Option<&str>) -> Option<&str> {
    given.map(str::trim).filter(|text| !text.contains('*'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_show_enough_to_tell_apart() {
        for (text, masked) in [
            ("530102199001011234", "530102********1234"),
            ("91530100MA6K0000XY", "915301********00XY"),
            ("12345678", "****5678"),
            ("123", "***"),
            ("", ""),
        ] {
            assert_eq!(mask_id(text), masked);
        }
    }

    #[test]
    fn a_masked_text_sent_back_changes_nothing() {
        assert_eq!(changed(Some("138****0001")), None);
        assert_eq!(changed(None), None);
        assert_eq!(changed(Some(" 13800000001 ")), Some("13800000001"));
        assert_eq!(changed(Some("")), Some(""), "emptied on purpose");
    }
}
