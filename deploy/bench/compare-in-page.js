/** Whether all pictures of the page are loaded. `compare-previews.ts` adds this script to the page. */
globalThis.hasLoadedPictures = () => [...document.images].every(({ complete }) => complete)

/** Clicks the button "Compare versions". Returns the milliseconds until a text of the dialog says how much has changed. */
globalThis.timeUntilDifference = () =>
  new Promise((resolve) => {
    const start = performance.now()
    const hasDifference = ({ textContent }) => textContent.includes('% changed')
    const check = () => {
      if ([...document.querySelectorAll('dialog [role=status]')].some(hasDifference)) resolve(performance.now() - start)
      else requestAnimationFrame(check)
    }
    ;[...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Compare versions').click()
    check()
  })
