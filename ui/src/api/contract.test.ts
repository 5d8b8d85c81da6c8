// @vitest-environment node
import { expect, it } from 'vitest';
import { committed, generated } from '../../scripts/contract.mjs';

it('types and enumerations are those of the committed document (packaging/contract makes them anew)', async () => {
  const made = await generated(JSON.parse(committed('openapi.json')));
  const old = Object.keys(made).filter((name) => committed(name) !== made[name]);
  expect(old).toEqual([]);
});
