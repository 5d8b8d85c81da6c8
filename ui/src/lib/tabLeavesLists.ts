/**
 * Tab leaves a field in which several are chosen. antd's list takes Tab for a choice: it would put the marked entry in and
 * out again with each press, silently, and nobody came on by the keyboard (WCAG 2.1.2).
 */
export function letTabLeaveLists(): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Tab' || !(event.target instanceof Element)) return;
    if (event.target.closest('.ant-select-multiple')) event.stopPropagation();
  };
  document.addEventListener('keydown', onKey, true);
  return () => document.removeEventListener('keydown', onKey, true);
}
