import { Tooltip } from 'antd';

interface WithheldProps {
  /** Why it is not offered; empty = it is. */
  reason: string;
  children: (disabled: boolean) => React.ReactNode;
}

/** A control that may stand disabled: a tooltip within reach of the keyboard says why. */
export function Withheld({ reason, children }: WithheldProps) {
  if (!reason) return children(false);
  return (
    <Tooltip title={reason}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a disabled button takes no focus, the reason has to be reachable */}
      <span tabIndex={0} aria-label={reason} role="note">
        {children(true)}
      </span>
    </Tooltip>
  );
}
