// Functions that the browser benches call in the page. This script runs before all other scripts of the page.

/** Resolves after the browser has shown the first task's card, with times in ms from the start of the page. */
globalThis.firstCard = new Promise((resolve) => {
  // The attribute `elementtiming` adds the title of the card to the elements whose first display the browser reports (Element Timing API).
  const observer = new MutationObserver(() => {
    const title = document.querySelector('main article h3')
    if (!title) return
    observer.disconnect()
    title.setAttribute('elementtiming', 'first card')
  })
  observer.observe(document, { childList: true, subtree: true })
  new PerformanceObserver((list) => resolve(momentsUntil(list.getEntries()[0].renderTime))).observe({ type: 'element' })
})

function momentsUntil(card) {
  const fetched = performance.getEntriesByType('resource').filter(({ responseEnd }) => responseEnd <= card)
  const last = (pattern) => Math.max(...fetched.filter(({ name }) => pattern.test(name)).map(({ responseEnd }) => responseEnd))
  return { scripts: last(/\.js$/), data: last(/\/api\/task\/tasks\//), card }
}

globalThis.hasLoadedPictures = () => [...document.images].every(({ complete }) => complete)

const findDifference = () =>
  [...document.querySelectorAll('dialog [role=status]')].find(({ textContent }) => textContent.includes('% changed'))

/** Clicks the button "Compare versions". Returns the milliseconds until a text of the dialog says how much has changed. */
globalThis.timeUntilDifference = () =>
  new Promise((resolve) => {
    const start = performance.now()
    const check = () => (findDifference() ? resolve(performance.now() - start) : requestAnimationFrame(check))
    ;[...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Compare versions').click()
    check()
  })

/** Downloads the two compared pictures, and then decodes both at the same time. Returns the milliseconds of the decoding. */
globalThis.timeToDecode = async () => {
  const urls = [...findDifference().closest('dialog').querySelectorAll('img')].map(({ src }) => src)
  if (urls.length !== 2) throw new Error(`The dialog shows ${urls.length} pictures instead of 2.`)
  const files = await Promise.all(urls.map(async (url) => (await fetch(url)).blob()))
  const start = performance.now()
  const pictures = await Promise.all(files.map((file) => createImageBitmap(file)))
  const time = performance.now() - start
  for (const picture of pictures) picture.close()
  return time
}
