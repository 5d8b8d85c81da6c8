import { BLOCKS, type BlockFlag, type LayoutSetting } from '@/lib/layoutSetting';
import { type Grants, hasPermission } from '@/lib/permissions';

const PERMISSIONS = new Map<BlockFlag, string | null>(BLOCKS.map(({ flag, permission }) => [flag, permission]));

/** The blocks that the person may see and has not switched off, in his order. */
export const shownBlocks = (setting: LayoutSetting, grants: Grants): BlockFlag[] =>
  setting.blockOrder.filter((flag) => {
    const permission = PERMISSIONS.get(flag);
    return setting[flag] && (!permission || hasPermission(grants, [permission]));
  });

/** Some block counts, so the filter means something. */
export const hasFigures = (blocks: readonly BlockFlag[]): boolean => blocks.some((flag) => PERMISSIONS.get(flag));
