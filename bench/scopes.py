"""What scopes cost a search: ten thousand people, five hundred roles and five hundred scopes of whole provinces, beside the
same search of somebody who may see everything.

Everything comes in by the product's own door: scenes by `ingest`, people by `admin import-users`, roles, units, members and
grants over HTTP. Everybody has a role of the five hundred; the person with the scopes is a member of a unit that has those of
three provinces. The two search in turns, over HTTP, the same small boxes and whole provinces, with facets and without. Inside
the person's provinces both find the same, so what differs is what the scope costs; elsewhere the person finds less.
"""

import csv
import random
import statistics
import time

import orbits
from site_under_test import Site
from table import show

ROLES, GRANTS, UNITS = 500, 500, 100
SEED = 20261124
# Sichuan, Chongqing, Guizhou.
OWN = ["156510000", "156500000", "156520000"]


def measure(binary, folder, scenes, people, searches):
    archive = folder / "archive"
    archive.mkdir(parents=True)
    from search import write_items
    write_items(archive / "items.ndjson", scenes)
    with Site(binary, folder / "data", archive) as site:
        begun = time.monotonic()
        fill(site, folder, people)
        # The person's session has ended unused meanwhile, and a search of nobody finds what guests may see: nothing.
        site.sign_in_all()
        print(f"\n## Scopes: {scenes:,} scenes, {people:,} people, {ROLES} roles, {GRANTS} grants"
              f" (entered in {time.monotonic() - begun:.0f} s)\n")
        report(site, searches)


def fill(site, folder, count):
    people = folder / "people.csv"
    with open(people, "w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["用户名", "真实姓名", "单位", "手机号码", "邮箱"])
        for number in range(count):
            table.writerow([f"person_{number}", f"用户{number}", f"单位{number % UNITS}", f"138{number:08}", f"p{number}@example.org"])
    site.run("admin", "import-users", people, "--passwords", folder / "passwords.xlsx")
    roles = [
        site.call("admin", "POST", "/api/roles", {"name": f"role {number}", "permissions": ["/shop/list", "/order/mine"]})["id"]
        for number in range(ROLES)
    ]
    for number in range(UNITS):
        site.call("admin", "POST", "/api/units", {"name": f"单位{number}"})
    units = {unit["name"]: unit["id"] for unit in site.call("admin", "GET", "/api/units/tree")["items"]}
    # Before the grants: each change of a person makes every process read all of them anew.
    join(site, units, roles)
    found = site.call("admin", "GET", "/api/users?q=applicant&pageSize=100")["items"]
    member = next(person["id"] for person in found if person["loginName"] == "applicant")
    settle(site, member, units["单位0"], roles[:1])
    close(site)
    provinces = [region["areaCode"] for region in site.call("admin", "GET", "/api/regions/provinces")["items"]]
    chance = random.Random(SEED)
    for region in OWN:
        site.call("admin", "POST", "/api/scopes", province_grant(units["单位0"], region))
    for number in range(GRANTS - len(OWN)):
        unit = units[f"单位{1 + number % (UNITS - 1)}"]
        site.call("admin", "POST", "/api/scopes", province_grant(unit, chance.choice(provinces)))


def province_grant(unit, region):
    return {"subject": "unit", "subjectId": unit, "nodeIds": None, "region": region, "wkt": None, "until": None}


def close(site):
    """Takes back that everybody sees everything."""
    for grant in site.call("admin", "GET", "/api/scopes?subject=everybody")["items"]:
        site.call("admin", "DELETE", f"/api/scopes/{grant['id']}")


def join(site, units, roles):
    page = 1
    while people := site.call("admin", "GET", f"/api/users?q=person_&pageSize=100&page={page}")["items"]:
        for person in people:
            number = int(person["loginName"].split("_")[1])
            settle(site, person["id"], units[f"单位{number % UNITS}"], [roles[number % ROLES]])
        page += 1


def settle(site, person, unit, more):
    """Makes somebody a member of a unit, and gives roles besides those that he has."""
    site.call("admin", "PUT", f"/api/users/{person}/unit", {"unitId": unit})
    roles = [role["id"] for role in site.call("admin", "GET", f"/api/users/{person}")["roles"]]
    site.call("admin", "PUT", f"/api/users/{person}/roles", {"roleIds": [*roles, *more]})


def box(chance, west, south, east, north, edge):
    x, y = chance.uniform(west, east - edge), chance.uniform(south, north - edge)
    return f"POLYGON(({x} {y},{x + edge} {y},{x + edge} {y + edge},{x} {y + edge},{x} {y}))"


def questions(chance, count):
    """Inside Sichuan, whole provinces, and anywhere."""
    inside = [{"wkt": box(chance, 101.5, 29.5, 105.0, 32.0, chance.uniform(0.1, 1.0))} for _ in range(count)]
    whole = [{"region": OWN[number % len(OWN)]} for number in range(count)]
    anywhere = [{"wkt": box(chance, 80, 22, 125, 45, chance.uniform(0.5, 3.0))} for _ in range(count)]
    open_search = [{} for _ in range(count)]
    kinds = (("box inside the scope", inside), ("whole province", whole), ("box anywhere", anywhere), ("no area", open_search))
    for name, asked in kinds:
        yield name, asked
        yield name + ", facets", [{**one, "facets": True} for one in asked]


def report(site, searches):
    rows = []
    for name, asked in questions(random.Random(SEED + 1), searches):
        times = {"admin": [], "applicant": []}
        found = {"admin": 0, "applicant": 0}
        for number, question in enumerate(asked):
            # Each question is new to both: whoever comes first pays for nothing that the other has remembered twice as often.
            turn = ("admin", "applicant") if number % 2 else ("applicant", "admin")
            for who in turn:
                begun = time.perf_counter()
                answer = site.call(who, "POST", "/api/scenes/search", question)
                times[who].append((time.perf_counter() - begun) * 1000)
                found[who] += answer["total"]
        if not name.startswith(("box anywhere", "no area")) and found["admin"] != found["applicant"]:
            raise SystemExit(f"{name}: {found} scenes, which inside the scope are the same")
        everything, scoped = times["admin"], times["applicant"]
        rows.append([name, f"{statistics.median(everything):.2f}", f"{statistics.median(scoped):.2f}",
                     f"{statistics.median(scoped) / statistics.median(everything):.2f}",
                     f"{p99(everything):.1f}", f"{p99(scoped):.1f}", f"{found['admin'] // searches:,}", f"{found['applicant'] // searches:,}"])
    show(["search", "everything, ms", "scoped, ms", "ratio of medians", "p99", "p99 scoped", "found", "found scoped"], rows)


def p99(times):
    return sorted(times)[int(len(times) * 0.99)]
