/**
 * Resolves after the first frame with a row of a table: to the time since the start of the page, in ms, and to the number of elements of
 * the page. `lists.ts` adds this script to the page.
 */
globalThis.firstRow = (table) =>
  new Promise((resolve) => {
    const settle = () => resolve({ ms: performance.now(), elements: document.querySelectorAll('*').length })
    const look = () => {
      if (document.querySelector(`table[aria-label="${table}"] tbody > tr`)) requestAnimationFrame(() => setTimeout(settle))
      else requestAnimationFrame(look)
    }
    look()
  })
