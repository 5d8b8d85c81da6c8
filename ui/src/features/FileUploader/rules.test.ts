import { expect, test } from 'vitest';
import { acceptOf, complaintAbout, idsOf, limitText, moved, sizeText } from './rules';

test.each([
  ['a.jpg', ''],
  ['A.JPG', ''],
  ['a.PnG', ''],
  ['IMG.HEIC', ''],
  ['a.jpeg', '仅支持 jpg、png、heic 格式的图片'],
  ['a.gif', '仅支持 jpg、png、heic 格式的图片'],
  ['a.jpg.html', '仅支持 jpg、png、heic 格式的图片'],
  ['jpg', '仅支持 jpg、png、heic 格式的图片'],
])('a picture %s', (name, complaint) => {
  expect(complaintAbout('picture-card', { name, size: 1 })).toBe(complaint);
});

test('files: the list of the server, and nothing empty', () => {
  expect(complaintAbout('drag', { name: '方案.DOCX', size: 1 })).toBe('');
  expect(complaintAbout('drag', { name: 'a.exe', size: 1 })).toBe('不支持该文件类型');
  expect(complaintAbout('drag', { name: 'a.txt', size: 0 })).toBe('文件内容为空');
  expect(acceptOf('picture-card')).toBe('.jpg,.JPG,.png,.PNG,.heic,.HEIC');
  expect([limitText('picture-card', 10), limitText('drag', 100)]).toEqual(['最多上传10张图片', '最多上传100个文件']);
});

test('ids travel comma-joined, once each', () => {
  expect(idsOf('3, 1,x,1,,-2,0')).toEqual([3, 1]);
  expect([idsOf(''), idsOf(null), idsOf(undefined)]).toEqual([[], [], []]);
  expect(moved([1, 2, 3], 3, 0)).toEqual([3, 1, 2]);
  expect(moved([1, 2, 3], 1, 9)).toEqual([2, 3, 1]);
  expect([sizeText(5), sizeText(2048), sizeText(3 << 20)]).toEqual(['5 B', '2.0 KB', '3.0 MB']);
});
