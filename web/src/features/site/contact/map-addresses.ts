import { brand } from '@app/contracts/brand.ts'

/** The gateway's content security policy lets a frame come from here. */
const MAPS = 'https://www.openstreetmap.org'

const { latitude, longitude } = brand.place
/** How far the map reaches to each side, in degrees: some ten streets. */
const REACH = { latitude: 0.006, longitude: 0.014 }

const box = [longitude - REACH.longitude, latitude - REACH.latitude, longitude + REACH.longitude, latitude + REACH.latitude]

export const embeddedMapAddress = `${MAPS}/export/embed.html?${new URLSearchParams({
  bbox: box.map((side) => side.toFixed(4)).join(','),
  layer: 'mapnik',
  marker: `${latitude},${longitude}`,
})}`

export const directionsAddress = `${MAPS}/directions?${new URLSearchParams({ to: `${latitude},${longitude}` })}`
