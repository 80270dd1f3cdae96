import { Component, type ReactNode } from 'react'

interface SpareProps {
  children: ReactNode
  /** Stands in its place when it does not come. */
  instead?: ReactNode
  onMissing?: () => void
}

/** What a page can do without: when it cannot be drawn, or its chunk does not arrive, the rest stays as it is. */
export class Spare extends Component<SpareProps, { missing: boolean }> {
  override state = { missing: false }

  static getDerivedStateFromError() {
    return { missing: true }
  }

  override componentDidCatch() {
    this.props.onMissing?.()
  }

  override render() {
    return this.state.missing ? this.props.instead : this.props.children
  }
}
