/** Whether all pictures of the page are loaded. `compare-previews.ts` adds this script to the page. */
globalThis.hasLoadedPictures = () => [...document.images].every(({ complete }) => complete)

const findDifference = () =>
  [...document.querySelectorAll('dialog [role=status]')].find(({ textContent }) => textContent.includes('% changed'))

/** Clicks the button "Compare versions". Returns the milliseconds until a text of the dialog says how much has changed. */
globalThis.timeUntilDifference = () =>
  new Promise((resolve) => {
    const start = performance.now()
    const check = () => {
      if (findDifference()) resolve(performance.now() - start)
      else requestAnimationFrame(check)
    }
    ;[...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Compare versions').click()
    check()
  })

/** Downloads the two compared pictures, and then decodes both pictures at the same time. Returns the milliseconds of the decoding. */
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
