import runbooks from 'virtual:runbooks'
import type { MouseEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { SidePanel } from '../../../shared/ui/Dialog.tsx'
import { useOverlay } from '../../../shared/ui/use-overlay.ts'
import styles from './RunbookPanel.module.css'

interface RunbookPanelProps {
  /** Name of an alert, from the URL. */
  name: string
  onClose: () => void
}

/** The runbook of an alert. The text is part of the app, so that it can be read while services are down. */
export default function RunbookPanel({ name, onClose }: RunbookPanelProps) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const { leading } = useOverlay(['service', 'runbook'])
  const html = Object.hasOwn(runbooks, name) ? runbooks[name] : undefined

  /**
   * Shows a linked runbook in this panel. The linked runbook replaces the current history entry. So the close button returns to the page
   * below the panel, and not to the previous runbook.
   */
  function follow(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const runbook = link && new URLSearchParams(link.search).get('runbook')
    if (!runbook || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    navigate(leading('runbook', runbook).to, { replace: true, state })
  }

  return (
    <SidePanel title={name} wide onClose={onClose}>
      {html === undefined ? (
        <p>There is no runbook with this name.</p>
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: only the links inside are clicked
        <div
          className={styles.text}
          onClick={follow}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML is generated at build time from a file of this repository
          dangerouslySetInnerHTML={{ __html: html }}
        />
      )}
    </SidePanel>
  )
}
