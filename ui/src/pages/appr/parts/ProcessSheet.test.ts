import { expect, it } from 'vitest';
import type { Process } from '@/api/approvals';
import { Action } from '@/api/generated/enums';
import { opinionsOf } from './ProcessSheet';

it('on paper stand opinions of persons, no steps of the system', () => {
  const event = (action: number, actorName: string) => ({ action, actorName }) as Process['history'][number];
  const history = [
    event(Action.Submit, '经办员03'),
    event(Action.Choose, ''),
    event(Action.Skip, '财务01'),
    event(Action.Remind, ''),
    event(Action.Approve, '局长'),
    event(Action.Recheck, ''),
    event(Action.Finish, ''),
  ];
  expect(opinionsOf({ history }).map(({ actorName }) => actorName)).toEqual(['经办员03', '局长']);
});
