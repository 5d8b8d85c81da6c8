import { beforeEach, describe, expect, it } from 'vitest';
import { HOME_PATH } from '@/lib/base';
import { MAX_LIVE, neighbourOf, useTabs } from './tabs';

const visit = (path: string, search = '', noCache = false) =>
  useTabs.getState().visit({ path, search, title: path, noCache });
const paths = () => useTabs.getState().tabs.map((tab) => tab.path);
const tab = (path: string) => useTabs.getState().tabs.find((candidate) => candidate.path === path);

beforeEach(() => {
  useTabs.getState().reset();
  visit('/a');
  visit('/b');
  visit('/c');
});

describe('tabs', () => {
  it('are keyed by path; the query belongs to the tab', () => {
    visit('/a', '?pageNum=2');
    expect(paths()).toEqual([HOME_PATH, '/a', '/b', '/c']);
    expect(tab('/a')?.search).toBe('?pageNum=2');
  });

  it('close one, others, to the right, all; the pinned one stays', () => {
    const { close, closeOthers, closeRight, closeAll } = useTabs.getState();
    close(HOME_PATH);
    close('/b');
    expect(paths()).toEqual([HOME_PATH, '/a', '/c']);
    closeRight('/a');
    expect(paths()).toEqual([HOME_PATH, '/a']);
    visit('/d');
    closeOthers('/d');
    expect(paths()).toEqual([HOME_PATH, '/d']);
    closeAll();
    expect(paths()).toEqual([HOME_PATH]);
  });

  it('build a page anew on refresh', () => {
    useTabs.getState().refresh('/a');
    expect(tab('/a')?.version).toBe(1);
    expect(tab('/b')?.version).toBe(0);
  });

  it('do not keep a page that asks not to be kept', () => {
    visit('/n', '', true);
    expect(tab('/n')?.live).toBe(true);
    visit('/a');
    expect(tab('/n')?.live).toBe(false);
    expect(tab('/b')?.live).toBe(true);
  });

  it('keep a limited number of pages mounted and drop the longest unseen', () => {
    visit(HOME_PATH);
    for (let index = 0; index < MAX_LIVE; index += 1) visit(`/p${index}`);
    const live = useTabs.getState().tabs.filter((candidate) => candidate.live);
    expect(live).toHaveLength(MAX_LIVE);
    expect(tab('/a')?.live).toBe(false);
    expect(tab(HOME_PATH)?.live).toBe(true);
    expect(tab(`/p${MAX_LIVE - 1}`)?.live).toBe(true);
  });

  it('show the neighbour of a closed tab', () => {
    const before = useTabs.getState().tabs;
    expect(neighbourOf(before, '/b').path).toBe('/c');
    expect(neighbourOf(before, '/c').path).toBe('/b');
  });
});
