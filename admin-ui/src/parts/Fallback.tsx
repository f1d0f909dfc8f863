import { Component, type ReactNode } from 'react';

interface FallbackProps {
  /** Shown when a child breaks, such as a chunk that cannot be fetched. */
  instead: ReactNode;
  children: ReactNode;
}

/** Keeps a broken part from taking the page with it. */
export class Fallback extends Component<FallbackProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? this.props.instead : this.props.children;
  }
}
