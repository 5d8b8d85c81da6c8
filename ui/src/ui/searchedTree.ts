/** How a tree is chosen from by typing. */
export const SEARCHED_TREE = {
  treeDefaultExpandAll: true,
  showSearch: { treeNodeFilterProp: 'label' },
} as const;
