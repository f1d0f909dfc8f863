"""Rows of lists as saved tables hold them."""

from datetime import datetime, timedelta

from portal import span

METHODS = {0: "在线下载", 2: "离线拷贝"}
KINDS = {"paper": "论文", "report": "报告", "patent": "专利", "product": "产品", "award": "获奖", "other": "其他"}
STATES = {"reported": "待核实", "checked": "已核实", "refused": "未通过"}
PAPERS = {1: "身份证", 2: "介绍信", 4: "其他附件", 6: "任务来源说明", 7: "分发登记表"}


def china(text):
    """A moment as clocks in China show it, in whole seconds."""
    if text is None:
        return None
    moment = datetime.fromisoformat(text.replace("Z", "+00:00")).replace(tzinfo=None)
    return moment.replace(microsecond=0) + timedelta(hours=8)


def registry_rows(site, days):
    """Entries as columns; what their papers are comes from the entry itself."""
    for row in site.rows("/api/registry", **span(days)):
        yield [
            row["number"], row["ordername"], row["round"], china(row["openedAt"]), china(row["completedAt"]), METHODS[row["getMethod"]],
            row["loginName"], row["userName"], row["applicant"], row["unit"], row["usage"], row["project"], row["description"],
            row["sceneCount"], row["sceneBytes"], row["fileCount"], row["fileBytes"], row["licenceSha256"] or "", papers(site, row),
            row["fetchedFiles"], row["fetchedBytes"], china(row["firstFetchedAt"]), china(row["lastFetchedAt"]),
        ]


def papers(site, row):
    """With their hashes. What came from an old portal has none, nor a licence."""
    if row["licenceSha256"] is None:
        return ""
    found = site.ask(f"/api/registry/{row['number']}")["papers"]
    return "; ".join(f"{PAPERS[paper['type']]} {paper['sha256']}" for paper in found)


def result_rows(site):
    page, number = site.ask("/api/result-desk", pageSize=100), 1
    rows = page["items"]
    while len(rows) < page["total"]:
        number += 1
        rows += site.ask("/api/result-desk", pageSize=100, page=number)["items"]
    for row in rows:
        orders = "、".join(order["ordername"] for order in row["orders"])
        yield [
            row["number"], KINDS[row["kind"]], row["title"], row["authors"], row["month"], row["venue"], row["doi"], row["link"], row["unit"],
            row["owner"], orders, "、".join(row["satellites"]), STATES[row["state"]], row["reason"], row["note"], str(china(row["createdAt"])),
        ]
