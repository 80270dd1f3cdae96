/** Whether all pictures of the page are loaded. `compare-previews.ts` adds this script to the page. */
globalThis.hasLoadedPictures = () => [...document.images].every(({ complete }) => complete)

/** Clicks the button "Compare versions". Returns the milliseconds until a text of the dialog says how much has changed. */
globalThis.timeUntilDifference = () =>
  new Promise((resolve) => {
    const start = performance.now()
    const isSaid = ({ textContent }) => textContent.includes('% changed')
    const look = () => {
      if ([...document.querySelectorAll('dialog [role=status]')].some(isSaid)) resolve(performance.now() - start)
      else requestAnimationFrame(look)
    }
    ;[...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Compare versions').click()
    look()
  })
