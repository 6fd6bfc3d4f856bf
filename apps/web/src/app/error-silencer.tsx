import { Component, type ReactNode } from 'react'

/** Error boundary for optional parts of a screen: when one fails, only that part disappears. */
export class ErrorSilencer extends Component<{ children: ReactNode; fallback?: ReactNode }, { broken: boolean }> {
  override state = { broken: false }
  static getDerivedStateFromError = () => ({ broken: true })
  override render() {
    return this.state.broken ? this.props.fallback : this.props.children
  }
}
