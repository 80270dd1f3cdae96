/**
 * Waits until the browser has painted the first row of the table with this name. Then returns `ms`, the milliseconds since the navigation
 * to the page began, and `elements`, the number of HTML elements of the page. `lists.ts` adds this script to the page.
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
