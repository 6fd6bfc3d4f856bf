import { Component, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  /** A change of this key clears the error. */
  resetKey: string
  fallback: (error: unknown) => ReactNode
  children: ReactNode
}

interface ErrorBoundaryState {
  error?: unknown
  /** The key when the error was thrown. */
  errorKey?: string | undefined
}

/** Shows `fallback` in place of children that throw, until the key changes. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = {}
  static getDerivedStateFromError = (error: unknown): ErrorBoundaryState => ({ error, errorKey: undefined })
  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, { error, errorKey }: ErrorBoundaryState) {
    if (error === undefined) return null
    if (errorKey === undefined) return { errorKey: resetKey }
    return errorKey === resetKey ? null : { error: undefined, errorKey: undefined }
  }
  override render() {
    return this.state.error === undefined ? this.props.children : this.props.fallback(this.state.error)
  }
}
