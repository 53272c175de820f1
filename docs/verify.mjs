// Redoes every deal of a record from its seed and words: node verify.mjs RECORD
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
const { seed, commitment, seats, deals } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const fail = (reason) => { console.error(reason); process.exit(1); };
const order = (tile) => tile.split("-").reduce((sum, half) => 13 * sum + Number(half), 0);
if (!/^[0-9a-f]{64}$/.test(seed ?? fail("deal 0: there is no seed"))) fail("deal 0: the seed is no seed");
const key = Buffer.from(seed, "hex");
if (createHash("sha256").update(key).digest("hex") !== commitment) fail("deal 0: another seed was promised");
deals.forEach(({ stock, first, words = Array(seats).fill(""), passed_on = false, named = false }, index) => {
  const texts = Array.isArray(words) && words.length === seats && words.every((word) => typeof word === "string");
  if (!texts || /\n|\p{Cs}/u.test(words.join(" "))) fail(`deal ${index + 1}: the words are no words`);
  const begins = index === 0 && Number.isInteger(first);
  const host = begins && named === true, rematch = begins && passed_on === true && !host;
  if ((named !== false && !host) || (passed_on !== false && !rematch)) fail(`deal ${index + 1}: nobody begins like that`);
  const text = ["domino-fair/1", host ? `1 named ${first}` : index + 1, ...words, ""].join("\n");
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
  if (first !== undefined && !host && !rematch && first !== below(seats)) fail(`deal ${index + 1}: another seat begins`);
});
console.log(`OK, deals: ${deals.length}`);
