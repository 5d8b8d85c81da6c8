import { fireEvent, render, screen } from '@testing-library/react';
import { Form } from 'antd';
import { expect, it, vi } from 'vitest';
import { TreeChoice } from './TreeChoice';

const DEPTS = [
  {
    id: 1,
    label: '云川市工业局',
    children: [
      { id: 2, label: '财务科' },
      { id: 3, label: '租赁管理科', disabled: true, children: [{ id: 4, label: '租赁一组' }] },
    ],
  },
];

function open() {
  const changed = vi.fn();
  const sent = vi.fn();
  render(
    <Form onValuesChange={changed} onFinish={sent}>
      <TreeChoice name="deptId" label="归属部门" nodes={DEPTS} />
    </Form>,
  );
  const field = screen.getByLabelText<HTMLInputElement>('归属部门');
  fireEvent.mouseDown(field);
  return { changed, sent, field };
}

const type = (field: HTMLInputElement, text: string) => fireEvent.input(field, { target: { value: text } });

it('takes the match by Enter and not the root, however quickly Enter follows', () => {
  const { changed, sent, field } = open();
  // what is typed is in the field, the list has not been told yet
  field.value = '财务';
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13, which: 13 });
  expect(changed).toHaveBeenLastCalledWith({ deptId: 2 }, { deptId: 2 });
  expect(sent).not.toHaveBeenCalled();
});

it('leaves the Enter that ends a composition alone, and passes over nodes that are not to be chosen', () => {
  const { changed, field } = open();
  type(field, '租赁');
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229, which: 229, isComposing: true });
  expect(changed).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13, which: 13 });
  expect(changed).toHaveBeenLastCalledWith({ deptId: 4 }, { deptId: 4 });
});

it('chooses nothing when nothing has what was typed', () => {
  const { changed, field } = open();
  type(field, '不存在');
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13, which: 13 });
  expect(changed).not.toHaveBeenCalled();
});
