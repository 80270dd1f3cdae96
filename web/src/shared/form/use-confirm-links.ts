import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { leaveForms } from './unsent.ts'
import type { FormOf } from './use-form.ts'

/** Asks for confirmation before a link leaves a form with unsent input. */
export function useConfirmLinks<V extends object>({ element, isUnsent }: FormOf<V>): void {
  const navigate = useNavigate()

  const confirmLink = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]')
    const isElsewhere = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
    if (!link || isElsewhere || link.target || link.origin !== window.location.origin || !isUnsent()) return
    event.preventDefault()
    event.stopPropagation()
    leaveForms(() => navigate(link.pathname + link.search + link.hash), element.current ?? document)
  })

  useEffect(() => {
    // Capture listeners run before the router's click handler.
    const listen = (event: MouseEvent) => confirmLink(event)
    document.addEventListener('click', listen, { capture: true })
    return () => document.removeEventListener('click', listen, { capture: true })
  }, [])
}
