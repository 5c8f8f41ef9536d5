import { Component, type ReactNode } from 'react'
import { uiTexts } from './component-texts.ts'
import { StatusDisplay } from './status-display.tsx'

export interface ErrorBoundaryProps {
  children: ReactNode
  /** Called once after the children are mounted. */
  onHydrated?: () => void
}

/** Error boundary: a failing island shows a message in its place; the rest of the page stays usable. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasError: boolean }> {
  override state = { hasError: false }

  static getDerivedStateFromError() {
    return { hasError: true }
  }

  override componentDidMount() {
    this.props.onHydrated?.()
  }

  override render() {
    if (!this.state.hasError) return this.props.children
    return (
      <StatusDisplay kind="error" title={uiTexts.failedIslandTitle()}>
        <p>{uiTexts.failedIslandHint()}</p>
        <a className="btn btn-plain" href={window.location.href}>
          {uiTexts.reload()}
        </a>
      </StatusDisplay>
    )
  }
}
