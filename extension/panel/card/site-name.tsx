/** A site in a sentence: the part that somebody registered is bold, an internationalised name also stands in ASCII. */

import { siteOf } from "./site";

export function SiteName({ address }: { address: string }) {
  const site = siteOf(address);
  if (site === null) return <bdi>{address}</bdi>;
  return (
    <bdi class="site">
      {site.scheme}{site.before}<strong>{site.registrable}</strong>{site.port}
      {site.ascii === null ? null : ` (${site.ascii})`}
    </bdi>
  );
}
