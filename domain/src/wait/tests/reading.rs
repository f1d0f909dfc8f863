//! What a reason says, and to whom.

use super::super::{WaitReader, WaitReason};
use super::noon;

#[test]
fn an_applicant_reads_no_names() {
    let paused = WaitReason::Paused {
        by: "王工".into()
    };
    let sentence = |reader| paused.text(reader).chinese();
    assert_eq!(sentence(WaitReader::Staff), "已由王工暂停");
    assert_eq!(sentence(WaitReader::Applicant), "管理员已暂停处理");
    let source = || "ftp://archive.example".to_owned();
    let until = noon();
    for (reason, staff, applicant) in [
        (
            WaitReason::SourceAtCap {
                source: source(),
                share: 2,
            },
            "来源 ftp://archive.example 已用满其2个名额",
            "数据来源繁忙，等待其正在提取的数据完成",
        ),
        (
            WaitReason::SourceRests {
                source: source(),
                until,
            },
            "来源 ftp://archive.example 连续失败，2026-11-21 12:00:00再试",
            "数据来源暂时无法读取，2026-11-21 12:00:00再试",
        ),
        (
            WaitReason::SourceProbed { source: source() },
            "正在试探来源 ftp://archive.example 是否恢复",
            "正在试探数据来源是否恢复",
        ),
        (
            WaitReason::SourcePaced {
                source: source(),
                rate: 2 << 20,
            },
            "来源 ftp://archive.example 的读取带宽已达上限 2.0 MB/s",
            "数据来源的读取带宽已达上限，正在按上限读取",
        ),
    ] {
        assert_eq!(reason.text(WaitReader::Staff).chinese(), staff);
        assert_eq!(reason.text(WaitReader::Applicant).chinese(), applicant);
    }
    let turn = |ahead, at_least| {
        let reason = WaitReason::Turn { ahead, at_least };
        reason.text(WaitReader::Applicant).chinese()
    };
    assert_eq!(turn(0, false), "正在排队，下一个就轮到");
    assert_eq!(turn(3, false), "正在排队，前面还有3个任务");
    assert_eq!(turn(3, true), "正在排队，前面至少还有3个任务");
    let until = WaitReason::BackOff { until: noon() };
    let text = until.text(WaitReader::Staff).chinese();
    assert_eq!(text, "上次执行失败，2026-11-21 12:00:00重试");
}
