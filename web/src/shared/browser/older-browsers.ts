/** Adds what Safari 15.6 and Chrome 100 lack. Only such browsers load this file (`run-in-browser.ts`). */
import 'core-js/actual/array/to-reversed'
import 'core-js/actual/array/to-sorted'
import 'core-js/actual/array/to-spliced'
import 'core-js/actual/array/with'
import 'core-js/actual/map/group-by'
import 'core-js/actual/promise/with-resolvers'
import { apply, isSupported } from '@oddbird/popover-polyfill/fn'

AbortSignal.timeout ??= (milliseconds) => {
  const controller = new AbortController()
  setTimeout(() => controller.abort(new DOMException('The operation timed out.', 'TimeoutError')), milliseconds)
  return controller.signal
}

AbortSignal.any ??= (signals) => {
  const controller = new AbortController()
  for (const signal of signals) {
    const abort = () => controller.abort(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true, signal: controller.signal })
  }
  return controller.signal
}

Element.prototype.checkVisibility ??= function (this: Element) {
  return this.getClientRects().length > 0 && getComputedStyle(this).visibility === 'visible'
}

if (!isSupported()) {
  apply()
  // The content security policy blocks the style element with which the polyfill hides closed popovers.
  const [sheet] = document.styleSheets
  sheet?.insertRule('[popover]:not(.\\:popover-open) { display: none }')
  sheet?.insertRule('[popover].\\:popover-open { z-index: 2147483647 }')
}

/** Matches `light-dark(a, b)`. The colors may contain one level of brackets. */
const LIGHT_DARK = /light-dark\(((?:[^(),]|\([^()]*\))*),((?:[^(),]|\([^()]*\))*)\)/g

const rulesOf = (sheet: CSSStyleSheet): CSSRule[] => {
  try {
    return [...sheet.cssRules]
  } catch {
    return []
  }
}

/** Sets each design token that contains `light-dark()` to its value in the color scheme of the system, or of `data-theme`. */
function applyColorScheme(): void {
  const root = document.documentElement
  const isDark = root.dataset.theme ? root.dataset.theme === 'dark' : darkScheme.matches
  for (const rule of [...document.styleSheets].flatMap(rulesOf)) {
    if (!(rule instanceof CSSStyleRule) || rule.selectorText !== ':root') continue
    for (const name of rule.style) {
      const value = rule.style.getPropertyValue(name)
      if (value.includes('light-dark(')) root.style.setProperty(name, value.replace(LIGHT_DARK, isDark ? '$2' : '$1'))
    }
  }
}

const darkScheme = matchMedia('(prefers-color-scheme: dark)')
if (!CSS.supports('color', 'light-dark(red, red)')) {
  applyColorScheme()
  darkScheme.addEventListener('change', applyColorScheme)
}
