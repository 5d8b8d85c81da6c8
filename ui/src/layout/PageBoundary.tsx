import { Button } from 'antd';
import { Component } from 'react';
import { reportCrash } from '@/lib/crashes';
import { EmptyState } from '@/ui/EmptyState';

interface BoundaryState {
  failed: boolean;
  /** Under which the administrator finds it. */
  number?: string;
}

/** A page that breaks does not take the frame with it. */
export class PageBoundary extends Component<{ children: React.ReactNode }, BoundaryState> {
  override state: BoundaryState = { failed: false };

  static getDerivedStateFromError(): BoundaryState {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    void reportCrash('render', error).then((number) => this.setState({ number }));
  }

  override render() {
    const { failed, number } = this.state;
    if (!failed) return this.props.children;
    return (
      <EmptyState
        kind="error"
        title="页面出错了"
        text={`${number ? `出错了，已记录编号 ${number}。` : ''}可能是系统刚刚更新，请刷新后再试；仍不能使用请联系管理员。`}
        action={
          <Button type="primary" onClick={() => window.location.reload()}>
            刷新页面
          </Button>
        }
      />
    );
  }
}
