import { Component, type ReactNode } from 'react'

/** For parts the screen can do without: when one breaks, only it is gone. */
export class ErrorSilencer extends Component<{ children: ReactNode; fallback?: ReactNode }, { broken: boolean }> {
  override state = { broken: false }
  static getDerivedStateFromError = () => ({ broken: true })
  override render() {
    return this.state.broken ? this.props.fallback : this.props.children
  }
}
