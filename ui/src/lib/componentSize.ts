/** Component sizes and the height of their controls in pixels (decisions/0005). */
export const CONTROL_HEIGHT = { default: 36, medium: 32, small: 28, mini: 24 } as const;

export type ComponentSize = keyof typeof CONTROL_HEIGHT;

export const SIZE_NAMES: Record<ComponentSize, string> = {
  default: '默认',
  medium: '中等',
  small: '较小',
  mini: '迷你',
};
