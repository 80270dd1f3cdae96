/** Whether the browser has all features that the app uses and that Safari 15.6 or Chrome 100 lack. */
const isCurrent = (): boolean =>
  'withResolvers' in Promise &&
  'groupBy' in Map &&
  'any' in AbortSignal &&
  'toSpliced' in Array.prototype &&
  'checkVisibility' in Element.prototype &&
  'popover' in HTMLElement.prototype &&
  CSS.supports('color', 'light-dark(red, red)')

/** Whether the browser has the features without which neither the app nor the polyfills work. Safari 15.6 and Chrome 100 have them. */
const isSupported = (): boolean => 'at' in Array.prototype && 'structuredClone' in window && typeof HTMLDialogElement === 'function'

const TOO_OLD = 'This page needs a newer browser: Safari 15.6, Chrome 100, Firefox 100 or later.'

/** Runs the app. Older browsers load polyfills first. A browser that is too old gets a sentence instead. */
export function runInBrowser(root: HTMLElement, run: () => void): void {
  if (isCurrent()) run()
  else if (isSupported()) void import('./older-browsers.ts').then(run, run)
  else root.textContent = TOO_OLD
}
