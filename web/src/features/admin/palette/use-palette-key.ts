import { useEffect, useEffectEvent } from 'react'

/** Calls a function when the user presses Ctrl-K, or ⌘K on a Mac. While a dialog is open over a panel, the keys do nothing. */
export function usePaletteKey(onPress: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    // Browsers use these keys for their own search field.
    event.preventDefault()
    if (document.querySelectorAll('dialog:modal').length <= 1) onPress()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
