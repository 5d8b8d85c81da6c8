import type { Plugin } from 'vite';

const PICKERS = /@rc-component\/picker\/es\/PickerInput\/(Single|Range)Picker\.js$/;
const READS = 'isTargetInContainers(element, [selectorRef.current.nativeElement, popupRef.current])';

/**
 * antd's pickers read their own element when the focus leaves them, also when it leaves because the dialog around them was
 * shut and they are gone: a TypeError at each Escape.
 */
export function pickerGone(): Plugin {
  return {
    name: 'picker-gone',
    transform(code, id) {
      if (!PICKERS.test(id.split('?')[0] ?? '')) return null;
      if (!code.includes(READS)) throw new Error(`${id} reads its element in another way`);
      const safe = code.replaceAll('selectorRef.current.nativeElement', 'selectorRef.current?.nativeElement');
      return { code: safe.replaceAll('?.nativeElement.contains(', '?.nativeElement?.contains('), map: null };
    },
  };
}
