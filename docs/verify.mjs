// Redoes every deal of a record from its seed and words: node verify.mjs RECORD
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
const { seed, commitment, seats, deals } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const fail = (reason) => { console.error(reason); process.exit(1); };
const order = (tile) => tile.split("-").reduce((sum, half) => 13 * sum + Number(half), 0);
const key = Buffer.from(seed ?? fail("deal 0: there is no seed"), "hex");
if (createHash("sha256").update(key).digest("hex") !== commitment) fail("deal 0: another seed was promised");
deals.forEach(({ stock, first, words = Array(seats).fill(""), passed_on }, index) => {
  const text = ["domino-fair/1", index + 1, ...words, ""].join("\n");
  let taken = 0, digest;
  const below = (many) => {
    if (taken % 8 === 0) digest = createHmac("sha256", key).update(text + taken / 8).digest();
    const number = digest.readUInt32BE(4 * (taken++ % 8));
    return number < 2 ** 32 - (2 ** 32 % many) ? number % many : below(many);
  };
  const tiles = [...stock].sort((one, other) => order(one) - order(other));
  for (let last = tiles.length - 1, other; last > 0; last--)
    other = below(last + 1), [tiles[last], tiles[other]] = [tiles[other], tiles[last]];
  if (tiles.join() !== stock.join()) fail(`deal ${index + 1}: the tiles are others`);
  const lot = first !== undefined && !(passed_on && index === 0);
  if (lot && first !== below(seats)) fail(`deal ${index + 1}: another seat begins`);
});
console.log(`OK, deals: ${deals.length}`);
