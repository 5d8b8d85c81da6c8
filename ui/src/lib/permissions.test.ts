import { describe, expect, it } from 'vitest';
import { hasPermission, hasRole } from './permissions';

const clerk = { permissions: ['system:user:list', 'system:user:add'], roles: ['common'] };

describe('hasPermission', () => {
  it('wants at least one of the list', () => {
    expect(hasPermission(clerk, ['system:user:edit', 'system:user:add'])).toBe(true);
    expect(hasPermission(clerk, ['system:user:edit'])).toBe(false);
  });

  it('lets *:*:* do everything', () => {
    expect(hasPermission({ permissions: ['*:*:*'], roles: [] }, ['any:thing:at'])).toBe(true);
  });

  it('treats an empty list as a programming error', () => {
    expect(() => hasPermission(clerk, [])).toThrow();
  });
});

describe('hasRole', () => {
  it('knows the super role', () => {
    expect(hasRole(clerk, ['auditor'])).toBe(false);
    expect(hasRole({ permissions: [], roles: ['admin'] }, ['auditor'])).toBe(true);
  });

  it('treats an empty list as a programming error', () => {
    expect(() => hasRole(clerk, [])).toThrow();
  });
});
