//! Personal data: sealed on the way in, masked on the way out (domain.md 2.0).

use crate::error::{AppError, Result};
use crate::kernel::seal::Sealed;
pub use crate::kernel::text::mask_id;
use crate::op::{Op, View};
use crate::platform::seal_check::SealCheck;
use crate::store::Reads as _;

/// Seals a text for a record; an empty one stays empty.
pub fn seal(op: &mut Op, text: &str) -> Result<Sealed> {
    if !text.is_empty() {
        remember_key(op)?;
    }
    op.app.sealer().seal(text).map_err(AppError::internal)
}

/// Remembers the key in use, once.
fn remember_key(op: &mut Op) -> Result<()> {
    if op.view().tx.get::<SealCheck>(&SealCheck::key())?.is_none() {
        let check = SealCheck::of(&op.app.sealer()).map_err(AppError::internal)?;
        op.put_quietly(&check)?;
    }
    Ok(())
}

/// The text of a sealed field.
///
/// # Errors
/// A sentence when the seal does not open.
pub fn open(view: &View, sealed: &Sealed) -> Result<String> {
    view.app
        .sealer()
        .open(sealed)
        .map_err(|error| AppError::internal(error).with_message("个人信息无法解密，请联系管理员检查密钥文件"))
}

/// What is said of a mask that does not belong to the value it was sent for.
pub const FOREIGN_MASK: &str = "含*的号码不是原号码的隐藏形式，请填写完整号码";

/// Whether a text stands for a number that was not shown in full.
pub fn is_masked(text: &str) -> bool {
    text.contains('*')
}

/// What a form or a workbook says of a field that goes out masked: `None` leaves the value as it is, because nothing was
/// said, or its own mask. `shown` is that mask, empty where there is no value yet.
///
/// # Errors
/// The mask of another value.
pub fn given<'t>(text: Option<&'t str>, shown: &str) -> Result<Option<&'t str>> {
    match text.map(str::trim) {
        Some(masked) if is_masked(masked) => {
            if masked == shown {
                Ok(None)
            } else {
                Err(AppError::refused(FOREIGN_MASK))
            }
        }
        said => Ok(said),
    }
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
        let given = |text| given(text, "138****0001");
        assert_eq!(given(Some(" 138****0001 ")).unwrap(), None);
        assert_eq!(given(None).unwrap(), None);
        assert_eq!(given(Some(" 13800000001 ")).unwrap(), Some("13800000001"));
        assert_eq!(given(Some("")).unwrap(), Some(""), "emptied on purpose");
        for foreign in ["138****0002", "1380***0001", "*"] {
            assert_eq!(given(Some(foreign)).unwrap_err().message, FOREIGN_MASK, "{foreign}");
        }
    }
}
