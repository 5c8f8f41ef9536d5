import { Component, type ReactNode } from 'react'
import { StatusDisplay } from './status-display.tsx'

export interface BoundaryProps {
  children: ReactNode
  /** Called once when what stands inside has come alive. */
  whenReady?: () => void
}

/** An island that breaks says so in its own place; the rest of the page stands. */
export class Boundary extends Component<BoundaryProps, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidMount() {
    this.props.whenReady?.()
  }

  override render() {
    if (!this.state.broken) return this.props.children
    return (
      <StatusDisplay kind="error" title="This part of the page stopped working.">
        <p>Please reload the page. Nothing is sent twice.</p>
        <a className="btn btn-plain" href={window.location.href}>
          Reload
        </a>
      </StatusDisplay>
    )
  }
}
