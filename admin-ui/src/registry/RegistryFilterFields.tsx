import { registry, useDictionary, useInstrumentNames } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { ChoiceFilter, FindFilter, ListFilters, ValueFilter } from '../parts/list/ListFilters';
import { useProvinces, useRegionName } from '../statistics/useProvinces';
import { REGISTRY_CONDITIONS } from './useRegistryAddress';

const TEXT = (width: number) => ({ xs: 1, sm: width });
const CHOICE = { xs: 'calc(50% - 4px)', sm: 150 };

/** What narrows the list. */
export function RegistryFilterFields() {
  const { registry: m } = useAdminMessages();
  const names = useInstrumentNames();
  const { data } = useQuery({
    queryKey: ['registry', 'choices'],
    queryFn: ({ signal }) => registry.choices({ signal }),
  });
  const { usages } = useDictionary();
  const regionName = useRegionName();
  const provinces = useProvinces().data?.items ?? [];
  const named = (ids: readonly string[], nameOf: (id: string) => string) =>
    ids.map((id) => ({ id, name: nameOf(id) }));
  return (
    <ListFilters sx={{ p: 1.5 }}>
      <FindFilter source="q" label={m.find} width={TEXT(220)} />
      <FindFilter source="ordername" label={m.ordername} width={TEXT(170)} />
      <FindFilter source="person" label={m.person} width={TEXT(140)} />
      <ValueFilter
        source="unit"
        label={m.unit}
        width={CHOICE}
        any={m.any}
        nothing={m.none}
        choices={named(data?.units ?? [], (unit) => unit)}
      />
      <ValueFilter
        source="usage"
        label={m.usage}
        width={CHOICE}
        any={m.any}
        nothing={m.none}
        choices={named(data?.usages ?? [], usages.text)}
      />
      <ValueFilter
        source="satellite"
        label={m.satellite}
        width={CHOICE}
        any={m.any}
        nothing={m.none}
        choices={named(data?.satellites ?? [], names.satellite)}
      />
      <ValueFilter
        source="region"
        label={m.region}
        width={CHOICE}
        any={m.any}
        nothing={regionName('')}
        choices={provinces.map(({ areaCode, areaName }) => ({ id: areaCode, name: areaName }))}
      />
      <ServiceFields />
    </ListFilters>
  );
}

/** How a delivery was fetched, and what became of it. */
function ServiceFields() {
  const { registry: m } = useAdminMessages();
  return (
    <>
      <ChoiceFilter
        source="getMethod"
        label={m.method}
        width={CHOICE}
        any={m.any}
        choices={([0, 2] as const).map((id) => ({ id: String(id), name: m.methods[id] }))}
      />
      <ChoiceFilter
        source="fetched"
        label={m.fetchState}
        width={CHOICE}
        any={m.any}
        choices={REGISTRY_CONDITIONS.fetched.map((id) => ({ id, name: m.fetchStates[id] }))}
      />
      <ChoiceFilter
        source="repeated"
        label={m.repetition}
        width={CHOICE}
        any={m.any}
        choices={REGISTRY_CONDITIONS.repeated.map((id) => ({ id, name: m.repetitions[id] }))}
      />
      <ChoiceFilter
        source="first"
        label={m.deliveryRound}
        width={CHOICE}
        any={m.any}
        choices={[{ id: 'true', name: m.firstOnly }]}
      />
      <ChoiceFilter
        source="promise"
        label={m.promise}
        width={CHOICE}
        any={m.any}
        choices={REGISTRY_CONDITIONS.promise.map((id) => ({ id, name: m.promises[id] }))}
      />
      <ChoiceFilter
        source="rated"
        label={m.rating}
        width={CHOICE}
        any={m.any}
        choices={REGISTRY_CONDITIONS.rated.map((id) => ({ id, name: m.ratings[id] }))}
      />
      <ChoiceFilter
        source="satisfied"
        label={m.satisfaction}
        width={CHOICE}
        any={m.any}
        choices={REGISTRY_CONDITIONS.satisfied.map((id) => ({ id, name: m.satisfactions[id] }))}
      />
    </>
  );
}
